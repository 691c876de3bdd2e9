// Points and zero sets in space, to be turned.

import { value } from "kexplain/polynomial";
import { short, ticks } from "kexplain/drawing";

const cells = 26;

// Six tetrahedra that share the diagonal of a cube; corner k has coordinates by the bits of k.
const tetrahedra = [[0, 1, 3, 7], [0, 1, 5, 7], [0, 2, 3, 7], [0, 2, 6, 7], [0, 4, 5, 7], [0, 4, 6, 7]];

// triangles of the zero set in the cube [-1, 1]³, by marching tetrahedra (A. Doi, A. Koide,
// IEICE Transactions E74 (1991)).
function triangles(law, frames) {
  const n = cells + 1, at = i => 2 * i / cells - 1, field = new Float64Array(n * n * n);
  const real = (u, j) => frames[j][0] + (u + 1) / 2 * (frames[j][1] - frames[j][0]);
  for (let i = 0, k = 0; i < n; i++) for (let j = 0; j < n; j++) for (let l = 0; l < n; l++) {
    field[k++] = value(law, [real(at(i), 0), real(at(j), 1), real(at(l), 2)]);
  }
  const list = [];
  for (let i = 0; i < cells; i++) for (let j = 0; j < cells; j++) for (let l = 0; l < cells; l++) {
    const corner = [], f = [];
    for (let c = 0; c < 8; c++) {
      const [a, b, d] = [i + (c & 1), j + (c >> 1 & 1), l + (c >> 2)];
      corner.push([at(a), at(b), at(d)]);
      f.push(field[(a * n + b) * n + d]);
    }
    const below = f.filter(x => x < 0).length;
    if (below === 0 || below === 8) continue;
    for (const t of tetrahedra) {
      const low = t.filter(c => f[c] < 0), high = t.filter(c => f[c] >= 0);
      const cut = (p, q) => { const s = f[p] / (f[p] - f[q]); return corner[p].map((x, m) => x + s * (corner[q][m] - x)); };
      if (low.length === 2) {
        const q = [cut(low[0], high[0]), cut(low[0], high[1]), cut(low[1], high[1]), cut(low[1], high[0])];
        list.push([q[0], q[1], q[2]], [q[0], q[2], q[3]]);
      } else if (low.length && high.length) {
        const [one, rest] = low.length === 1 ? [low[0], high] : [high[0], low];
        list.push(rest.map(r => cut(one, r)));
      }
    }
  }
  return list;
}

export class Surface {
  constructor(host) {
    this.host = host;
    this.yaw = 0.65;
    this.pitch = 0.42;
    this.kept = new Map();
    this.turned = true;
  }

  turn(dx, dy) {
    this.yaw += dx * 0.01;
    this.pitch = Math.min(1.5, Math.max(-1.5, this.pitch + dy * 0.01));
    this.draw(this.scene);
  }

  // project turns a point of the cube: right, up, towards the eye.
  project([x, y, z]) {
    const [c, s, d, e] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const u = c * x + s * y, v = -s * x + c * y;
    return [u, d * z + e * v, e * z - d * v];
  }

  inCube(x) { return x.map((v, j) => { const [lo, hi] = this.scene.frames[j]; return 2 * (v - lo) / (hi - lo) - 1; }); }

  draw(scene) {
    this.scene = scene;
    this.chosen = scene.chosen;
    const w = this.host.clientWidth, h = this.host.clientHeight, ratio = globalThis.devicePixelRatio || 1;
    let canvas = this.host.querySelector("canvas");
    if (!canvas) { this.host.innerHTML = "<canvas aria-hidden=\"true\"></canvas>"; canvas = this.host.firstChild; }
    canvas.width = w * ratio;
    canvas.height = h * ratio;
    canvas.style.width = w + "px";
    canvas.style.height = h + "px";
    const g = canvas.getContext("2d");
    g.scale(ratio, ratio);
    const size = Math.min(w, h) * 0.3;
    this.size = size;
    this.toScreen = p => { const [a, b] = this.project(p); return [w / 2 + a * size, h / 2 - b * size]; };
    const style = getComputedStyle(this.host), colour = name => style.getPropertyValue(name).trim();
    const frames = JSON.stringify(scene.frames);
    if (frames !== this.frames) { this.frames = frames; this.kept.clear(); }
    const mesh = law => {
      const key = JSON.stringify(law);
      if (!this.kept.has(key)) { if (this.kept.size > 8) this.kept.clear(); this.kept.set(key, triangles(law, scene.frames)); }
      return this.kept.get(key);
    };
    this.box(g, scene, colour);
    const things = [];
    const add = (law, hue, alpha) => {
      for (const t of mesh(law)) {
        const p = t.map(x => this.project(x));
        const n = [0, 1, 2].map(m => { const [i, j] = [(m + 1) % 3, (m + 2) % 3]; return (p[1][i] - p[0][i]) * (p[2][j] - p[0][j]) - (p[1][j] - p[0][j]) * (p[2][i] - p[0][i]); });
        const light = Math.abs(n[2] * 0.8 + n[1] * 0.6) / (Math.hypot(...n) || 1);
        things.push({ depth: (p[0][2] + p[1][2] + p[2][2]) / 3, p, hue, light, alpha });
      }
    };
    for (const law of scene.ghosts) add(law, [120, 120, 120], 0.12);
    scene.laws.forEach((law, k) => add(law, [[40, 120, 190], [10, 150, 110], [190, 110, 160]][k % 3], 0.5));
    scene.points.forEach((pt, k) => {
      const q = this.project(this.inCube(pt.x));
      things.push({ depth: q[2] + 0.03, k, pt, q });
    });
    things.sort((a, b) => a.depth - b.depth);
    const screen = ([a, b]) => [w / 2 + a * size, h / 2 - b * size];
    for (const t of things) {
      if (t.pt) { this.point(g, t, screen(t.q), colour); continue; }
      const shade = t.hue.map(c => Math.round(c * (0.55 + 0.45 * t.light) + 60 * t.light));
      g.fillStyle = g.strokeStyle = `rgba(${shade}, ${t.alpha})`;
      g.beginPath();
      t.p.forEach((q, m) => g[m ? "lineTo" : "moveTo"](...screen(q)));
      g.closePath();
      g.fill();
    }
  }

  point(g, { pt, k }, [x, y], colour) {
    const r = this.scene.points.length > 300 ? 2.2 : 4;
    g.lineWidth = 2;
    if (pt.aside) {
      g.strokeStyle = colour("--refuse");
      g.beginPath();
      g.moveTo(x - 5, y - 5); g.lineTo(x + 5, y + 5); g.moveTo(x - 5, y + 5); g.lineTo(x + 5, y - 5);
      g.stroke();
    } else {
      g.fillStyle = colour("--ink");
      g.beginPath(); g.arc(x, y, r, 0, 7); g.fill();
      g.lineWidth = 1; g.strokeStyle = colour("--paper"); g.stroke();
    }
    if (k === this.scene.chosen) { g.lineWidth = 2; g.strokeStyle = colour("--focus"); g.beginPath(); g.arc(x, y, r + 5, 0, 7); g.stroke(); }
  }

  // box draws the edges of the cube, and the names and ranges of the axes.
  box(g, scene, colour) {
    g.strokeStyle = colour("--line");
    g.lineWidth = 1;
    for (let a = 0; a < 8; a++) for (const bit of [1, 2, 4]) {
      if (a & bit) continue;
      const at = c => this.toScreen([c & 1 ? 1 : -1, c & 2 ? 1 : -1, c & 4 ? 1 : -1]);
      g.beginPath(); g.moveTo(...at(a)); g.lineTo(...at(a | bit)); g.stroke();
    }
    g.textAlign = "center";
    const ends = [[0, -1, -1], [1, 0, -1], [-1, -1, 0]];
    scene.names.forEach((name, j) => {
      const out = ends[j].map((v, m) => m === j ? 0 : v * (j === 2 ? 1.5 : 1.32));
      g.fillStyle = colour("--ink");
      g.font = "14px system-ui, sans-serif";
      g.fillText(name, ...this.toScreen(out));
      g.fillStyle = colour("--soft");
      g.font = "12px system-ui, sans-serif";
      for (const t of ticks(scene.frames[j], 3)) {
        const at = 2 * (t - scene.frames[j][0]) / (scene.frames[j][1] - scene.frames[j][0]) - 1;
        if (Math.abs(at) < 0.9) g.fillText(short(t), ...this.toScreen(ends[j].map((v, m) => m === j ? at : v * 1.12)));
      }
    });
  }

  places() { return this.scene.points.map(p => this.toScreen(this.inCube(p.x))); }

  // moved are the coordinates of a point moved on the screen, at the same depth.
  moved(k, dx, dy) {
    const { points, frames } = this.scene;
    const [c, s, d, e] = [Math.cos(this.yaw), Math.sin(this.yaw), Math.cos(this.pitch), Math.sin(this.pitch)];
    const a = dx / this.size, b = -dy / this.size;
    const step = [c * a - s * e * b, s * a + c * e * b, d * b];
    return points[k].x.map((v, j) => {
      const [lo, hi] = frames[j];
      return Math.min(hi, Math.max(lo, v + step[j] * (hi - lo) / 2));
    });
  }
}
