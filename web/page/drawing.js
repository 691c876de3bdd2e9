// What the three kinds of picture share: scales, marks, and how a point is chosen and moved.

export const lawColours = ["var(--law)", "var(--law2)", "var(--law3)", "var(--law4)"];

// frame is the range of values with a margin.
export function frame(values, margin = 0.12) {
  const finite = values.filter(Number.isFinite);
  let lo = Math.min(...finite), hi = Math.max(...finite);
  if (!finite.length) [lo, hi] = [-1, 1];
  if (lo === hi) { const half = Math.abs(lo) / 2 || 1; lo -= half; hi += half; }
  const m = (hi - lo) * margin;
  return [lo - m, hi + m];
}

// ticks are about n round numbers in a range.
export function ticks([lo, hi], n = 5) {
  const raw = (hi - lo) / n, power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map(k => k * power).find(s => s >= raw);
  const list = [];
  for (let k = Math.ceil(lo / step); k * step <= hi; k++) list.push(k * step);
  return list;
}

// short writes a number for an axis or a sentence.
export function short(x) {
  const t = Math.abs(x) >= 1e6 || x !== 0 && Math.abs(x) < 1e-4 ? x.toExponential(2) : String(Number(x.toPrecision(5)));
  return t.replace("-", "−");
}

export const escape = s => String(s).replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// mark draws a point: a disc, or a cross where it was set aside.
export function mark(x, y, { aside, chosen, count }) {
  const r = count > 400 ? 2.2 : count > 120 ? 3.2 : 4.6, ring = chosen ? `<circle class="ring" cx="${x}" cy="${y}" r="${r + 5}"/>` : "";
  if (!aside) return `${ring}<circle class="point" cx="${x}" cy="${y}" r="${r}"/>`;
  const c = Math.max(r, 4) + 1;
  return `${ring}<path class="aside" d="M${x - c} ${y - c}L${x + c} ${y + c}M${x - c} ${y + c}L${x + c} ${y - c}"/>`;
}

// Handles lets people choose and move points of a picture, with a pointer and with the keyboard.
// The picture has places() in pixels and moved(k, dx, dy), the point k moved by pixels.
export class Handles {
  constructor(host, { onChoose, onMove, onHold, onDrop, onTurn }) {
    this.host = host;
    this.picture = null;
    this.held = null;
    const at = e => { const r = host.getBoundingClientRect(); return [e.clientX - r.left, e.clientY - r.top]; };
    const nearest = (x, y, reach) => {
      let best = -1, least = reach * reach;
      this.picture?.places().forEach(([px, py], k) => {
        const d = (px - x) ** 2 + (py - y) ** 2;
        if (d < least) { least = d; best = k; }
      });
      return best;
    };
    host.addEventListener("pointerdown", e => {
      if (!this.picture || e.button) return;
      const [x, y] = at(e), k = nearest(x, y, e.pointerType === "touch" ? 28 : 16);
      if (k < 0 && !this.picture.turned) return;
      this.held = { k, x, y };
      host.setPointerCapture(e.pointerId);
      host.classList.add("held");
      if (k >= 0) { onHold(true); onChoose(k); }
      host.focus({ preventScroll: true });
      e.preventDefault();
    });
    host.addEventListener("pointermove", e => {
      const [x, y] = at(e);
      if (!this.held) {
        if (this.picture) host.classList.toggle("near", nearest(x, y, 16) >= 0);
        return;
      }
      const { k } = this.held, dx = x - this.held.x, dy = y - this.held.y;
      if (k < 0) onTurn(dx, dy);
      else onMove(k, this.picture.moved(k, dx, dy, [x, y]));
      this.held.x = x;
      this.held.y = y;
    });
    const drop = () => {
      if (!this.held) return;
      const { k } = this.held;
      this.held = null;
      host.classList.remove("held");
      if (k >= 0) { onHold(false); onDrop(k); }
    };
    host.addEventListener("pointerup", drop);
    host.addEventListener("pointercancel", drop);
    host.addEventListener("keydown", e => {
      const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (!arrow || !this.picture || e.ctrlKey || e.metaKey) return;
      e.preventDefault();
      const count = this.picture.places().length, chosen = this.picture.chosen;
      if (e.shiftKey && chosen >= 0) {
        const [x, y] = this.picture.places()[chosen], d = [8 * arrow[0], 8 * arrow[1]];
        onMove(chosen, this.picture.moved(chosen, ...d, [x + d[0], y + d[1]]));
        onDrop(chosen);
      } else if (e.altKey && this.picture.turned) onTurn(20 * arrow[0], 20 * arrow[1]);
      else if (count) onChoose((Math.max(chosen, chosen < 0 ? -1 : 0) + (arrow[0] || arrow[1]) + count) % count);
    });
  }
}
