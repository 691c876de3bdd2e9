// How far each row is from each equation, for tables of many columns.

import { derivative, value } from "kexplain/polynomial";
import { escape, lawColours, mark, short, ticks } from "kexplain/drawing";

const most = 3;

export class Strips {
  constructor(host) { this.host = host; }

  draw(scene) {
    this.scene = scene;
    this.chosen = scene.chosen;
    const w = this.host.clientWidth, h = this.host.clientHeight, left = 56, right = 12, top = 26, bottom = 40;
    const count = Math.max(1, Math.min(most, scene.laws.length)), room = (h - top - bottom) / count;
    const n = scene.points.length;
    this.toX = k => left + (k + 0.5) / n * (w - left - right);
    let s = `<svg width="${w}" height="${h}" aria-hidden="true">`;
    this.first = null;
    for (let m = 0; m < count; m++) {
      const law = scene.laws[m], far = law ? this.reach(law, m) : 1;
      const middle = top + room * (m + 0.5), half = room * 0.4;
      const toY = d => middle - Math.max(-1.06, Math.min(1.06, d / far)) * half;
      if (m === 0) this.first = { far, half, toY };
      for (const t of ticks([-far, far], 5)) s += `<path class="grid" d="M${left} ${toY(t)}H${w - right}"/><text class="tick" x="${left - 7}" y="${toY(t) + 4}" text-anchor="end">${short(t)}</text>`;
      s += `<path class="law" style="stroke:${lawColours[m]}" d="M${left} ${middle}H${w - right}"/>`;
      if (law) scene.points.forEach((p, k) => { s += mark(this.toX(k), toY(p.distances[m]), { aside: p.aside, chosen: k === scene.chosen, count: n }); });
    }
    s += `<text class="tick" x="${left}" y="14">${scene.laws.length ? "distance of each row from the equation, in data units" : "no equation, so no distances"}</text>`;
    const more = scene.laws.length > most ? `; ${scene.laws.length - most} more equations are not drawn` : "";
    s += `<text class="axis" x="${(left + w - right) / 2}" y="${h - 10}" text-anchor="middle">row${escape(more)}</text>`;
    this.host.innerHTML = s + "</svg>";
  }

  // reach is the distance that the strip shows: the largest, or a tenth of the spread where all vanish.
  reach(law, m) {
    const largest = Math.max(...this.scene.points.map(p => Math.abs(p.distances[m]) || 0));
    const spread = Math.min(...this.scene.frames.map(([lo, hi]) => hi - lo)) / 10;
    return largest > 0 ? largest * 1.15 : spread;
  }

  places() { return this.scene.points.map((p, k) => [this.toX(k), this.first && this.scene.laws[0] ? this.first.toY(p.distances[0]) : -99]); }

  // moved changes the last variable that the first equation determines, so that the row is
  // as far off as the pointer says.
  moved(k, dx, dy) {
    const law = this.scene.laws[0], { x } = this.scene.points[k], slopes = x.map((_, j) => value(derivative(law, j), x));
    const linear = x.map((_, j) => law.filter(t => t.e[j]).length === 1 && law.every(t => t.e[j] === 0 || t.e[j] === 1 && t.e.every((e, i) => i === j || e === 0)));
    let j = linear.lastIndexOf(true);
    if (j < 0) j = slopes.map(Math.abs).lastIndexOf(Math.max(...slopes.map(Math.abs)));
    const off = -dy / this.first.half * this.first.far;
    const next = x.slice();
    if (slopes[j]) next[j] += off * Math.hypot(...slopes) / slopes[j];
    this.scene.points[k].distances[0] += off;
    return next;
  }
}
