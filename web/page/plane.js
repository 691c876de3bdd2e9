// Points and zero sets in the plane.

import { value } from "kexplain/polynomial";
import { escape, lawColours, mark, short, ticks } from "kexplain/drawing";

const cells = 150;

// contour is the zero set of a polynomial in a frame as an SVG path, by marching squares:
// W. E. Lorensen, H. E. Cline, SIGGRAPH 1987, in the plane; of a saddle either pair of lines.
function contour(law, [fx, fy], toX, toY) {
  const at = (f, i) => f[0] + (f[1] - f[0]) * i / cells;
  const rows = [];
  for (let j = 0; j <= cells; j++) {
    const row = new Float64Array(cells + 1);
    for (let i = 0; i <= cells; i++) row[i] = value(law, [at(fx, i), at(fy, j)]);
    rows.push(row);
  }
  let path = "";
  for (let j = 0; j < cells; j++) {
    for (let i = 0; i < cells; i++) {
      const corner = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]];
      const f = corner.map(([a, b]) => rows[b][a]), cuts = [];
      for (let k = 0; k < 4; k++) {
        const m = (k + 1) % 4;
        if (f[k] < 0 === f[m] < 0) continue;
        const t = f[k] / (f[k] - f[m]);
        cuts.push([corner[k][0] + t * (corner[m][0] - corner[k][0]), corner[k][1] + t * (corner[m][1] - corner[k][1])]);
      }
      for (let k = 0; k + 1 < cuts.length; k += 2) {
        const [p, q] = [cuts[k], cuts[k + 1]].map(([a, b]) => toX(at(fx, a)).toFixed(1) + " " + toY(at(fy, b)).toFixed(1));
        path += `M${p}L${q}`;
      }
    }
  }
  return path;
}

// fitted are the frames of the two axes: with the same scale where the columns have about the
// same range and no units, so that a circle is round.
function fitted({ frames, names }, width, height) {
  const spans = frames.map(([lo, hi]) => hi - lo);
  if (names.some(n => /[[(/]|.{4}/.test(n)) || Math.max(...spans) > 2.5 * Math.min(...spans)) return frames;
  const scale = Math.max(spans[0] / width, spans[1] / height);
  return frames.map(([lo, hi], j) => { const more = (scale * [width, height][j] - (hi - lo)) / 2; return [lo - more, hi + more]; });
}

export class Plane {
  constructor(host) {
    this.host = host;
    this.kept = new Map(); // law → path, in the frame of the last drawing
  }

  draw(scene) {
    this.scene = scene;
    this.chosen = scene.chosen;
    const w = this.host.clientWidth, h = this.host.clientHeight, left = 52, right = 12, top = 14, bottom = 44;
    const [fx, fy] = this.frames = fitted(scene, w - left - right, h - top - bottom);
    this.toX = x => left + (x - fx[0]) / (fx[1] - fx[0]) * (w - left - right);
    this.toY = y => h - bottom - (y - fy[0]) / (fy[1] - fy[0]) * (h - top - bottom);
    this.unit = [(fx[1] - fx[0]) / (w - left - right), (fy[1] - fy[0]) / (h - top - bottom)];
    const size = [w, h, fx, fy].join();
    if (size !== this.size) { this.size = size; this.kept.clear(); }
    const curve = law => {
      const key = JSON.stringify(law);
      if (!this.kept.has(key)) this.kept.set(key, contour(law, this.frames, this.toX, this.toY));
      return this.kept.get(key);
    };
    let s = `<svg width="${w}" height="${h}" aria-hidden="true"><clipPath id="inside"><rect x="${left}" y="${top}" width="${w - left - right}" height="${h - top - bottom}"/></clipPath>`;
    for (const t of ticks(fx, w < 420 ? 4 : 7)) s += `<path class="grid" d="M${this.toX(t)} ${top}V${h - bottom}"/><text class="tick" x="${this.toX(t)}" y="${h - bottom + 16}" text-anchor="middle">${short(t)}</text>`;
    for (const t of ticks(fy, 5)) s += `<path class="grid" d="M${left} ${this.toY(t)}H${w - right}"/><text class="tick" x="${left - 7}" y="${this.toY(t) + 4}" text-anchor="end">${short(t)}</text>`;
    s += `<text class="axis" x="${(left + w - right) / 2}" y="${h - 8}" text-anchor="middle">${escape(scene.names[0])}</text>`;
    s += `<text class="axis" transform="translate(13 ${(top + h - bottom) / 2}) rotate(-90)" text-anchor="middle">${escape(scene.names[1])}</text><g clip-path="url(#inside)">`;
    for (const law of scene.ghosts) s += `<path class="ghost" d="${curve(law)}"/>`;
    scene.laws.forEach((law, k) => { s += `<path class="law" style="stroke:${lawColours[k % 4]}" d="${curve(law)}"/>`; });
    s += "</g>";
    scene.points.forEach((p, k) => {
      const [x, y] = [this.toX(p.x[0]), this.toY(p.x[1])];
      if (p.from) s += `<path class="moved" d="M${this.toX(p.from[0])} ${this.toY(p.from[1])}L${x} ${y}"/><circle class="origin" cx="${this.toX(p.from[0])}" cy="${this.toY(p.from[1])}" r="4.6"/>`;
      s += mark(x, y, { aside: p.aside, chosen: k === scene.chosen, count: scene.points.length });
    });
    this.host.innerHTML = s + "</svg>";
  }

  places() { return this.scene.points.map(p => [this.toX(p.x[0]), this.toY(p.x[1])]); }

  // moved are the coordinates of a point that is moved to a place in pixels.
  moved(k, dx, dy, [x, y]) {
    const inside = (v, [lo, hi]) => Math.min(hi, Math.max(lo, v)), { frames } = this;
    return [inside(frames[0][0] + (x - this.toX(frames[0][0])) * this.unit[0], frames[0]),
      inside(frames[1][0] - (y - this.toY(frames[1][0])) * this.unit[1], frames[1])];
  }
}
