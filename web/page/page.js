// The page: a table on the left, what it obeys on the right.

import * as address from "kexplain/address";
import { Handles, frame, short } from "kexplain/drawing";
import { Plane } from "kexplain/plane";
import { polynomial, typeset } from "kexplain/polynomial";
import { Runner, load, quoted, words } from "kexplain/program";
import { kind, refusal, report } from "kexplain/report";
import { Strips } from "kexplain/strips";
import { Surface } from "kexplain/surface";
import { parse, replaced, residuals } from "kexplain/table";

const $ = id => document.getElementById(id);
const tables = JSON.parse($("tables").textContent);
const tall = 20, above = 6, largest = 400_000; // pixels of a line, of the margin; characters that are shown

const learner = new Runner(), explainer = new Runner(), helper = new Runner();
const state = {
  name: "", text: "", bytes: null, original: "", example: "",
  table: parse(""), answer: null, base: null, // the answer to the table before a point was moved
  scene: null, drawn: null,
};

// -- The table --------------------------------------------------------------

function setTable({ name, text, bytes = null, flags = "", example = "", note = "" }) {
  Object.assign(state, { name, text, bytes, original: text, example, base: null, answer: null, scene: null });
  $("flags").value = flags;
  $("name").textContent = quoted(name);
  $("note").textContent = note;
  $("text").value = text.length > largest || bytes && !text ? `(${name} is not shown: ${bytes ? bytes.length : text.length} bytes)` : text;
  $("text").readOnly = $("text").value !== text;
  $("text").scrollTop = 0;
  changed(0);
}

function changed(delay) {
  if (!$("text").readOnly) state.text = $("text").value;
  state.table = parse(state.text.length > largest ? "" : state.text);
  $("reset").disabled = state.text === state.original;
  numberLines();
  clearTimeout(changed.timer);
  changed.timer = setTimeout(learn, delay);
}

function numberLines() {
  const count = Math.min($("text").value.replace(/\n$/, "").split("\n").length, 20_000);
  if (numberLines.count !== count) {
    numberLines.count = count;
    $("gutter").textContent = Array.from({ length: count }, (_, i) => i + 1).join("\n");
  }
  stripes();
}

// stripes colours the lines that were set aside, and that of the chosen point.
function stripes() {
  const lines = (state.scene?.points ?? []).filter(p => p.aside).map(p => [p.line, "var(--wash)"]);
  const chosen = state.scene?.points[state.scene.chosen];
  if (chosen) lines.unshift([chosen.line, "var(--calm)"]);
  const few = lines.slice(0, 200);
  $("text").style.backgroundImage = few.map(([, c]) => `linear-gradient(${c}, ${c})`).join(", ");
  $("text").style.backgroundPosition = few.map(([l]) => `0 ${above + (l - 1) * tall}px`).join(", ");
  $("text").style.backgroundSize = few.map(() => `100% ${tall}px`).join(", ");
}

function showLine(line) {
  const y = (line - 1) * tall, box = $("text");
  if (y < box.scrollTop || y > box.scrollTop + box.clientHeight - 2 * tall) box.scrollTop = y - box.clientHeight / 2;
}

// -- The answer -------------------------------------------------------------

// Flags whose results have no residuals, so the picture shows the points alone.
const bare = ["--groups", "--complex", "--features", "--residuals", "--format", "--output", "--help", "-h"];
const rowsFile = "residuals of the page.csv";

let wanted = 0, done = 0, running = false, since = 0;

// learn runs the program on the newest table; a run that has become stale is stopped when it is long.
async function learn() {
  wanted++;
  if (running) {
    if (performance.now() - since > 1200) learner.stop();
    return;
  }
  running = true;
  try {
    await load(); // the answer takes its time from here on
    while (done < wanted) {
      done = wanted;
      since = performance.now();
      const flags = words($("flags").value), input = { [state.name]: state.bytes ?? state.text };
      const snapshot = { text: state.text, table: state.table, flags: $("flags").value, name: state.name };
      const more = flags.some(f => bare.includes(f.split("=")[0])) ? [] : ["--residuals", rowsFile];
      const answer = await learner.run(["learn", state.name, ...flags, ...more], input);
      if (answer) show({ ...answer, ...snapshot, took: performance.now() - since });
      else if (done === wanted) $("verdict").innerHTML = "<p class=\"badge wait\">Stopped</p>";
    }
  } finally {
    running = false;
    tick();
  }
}

function tick() {
  const seconds = (performance.now() - since) / 1000;
  $("busy").hidden = !running || seconds < 0.7;
  $("clock").textContent = `Looking, ${seconds.toFixed(0)} s`;
}
setInterval(tick, 250);

const badges = {
  exact: "Holds exactly", law: "A law in whole numbers", fit: "A law with measured constants", doubt: "Doubtful", none: "No equation", error: "Not a table for this",
};

// show puts an answer of the program on the page.
function show(answer) {
  const { equations, table, remarks } = report(answer.out);
  const unsolved = answer.err.includes("--target: "); // equations were found, but not for the column that was asked for
  const found = (answer.status === 0 || unsolved) && equations.length > 0;
  Object.assign(answer, { equations: found ? equations : [], laws: [], rows: null });
  if (answer.files[rowsFile]) answer.rows = residuals(answer.files[rowsFile]);
  if (answer.rows) {
    try { answer.laws = equations.map(e => polynomial(e.text, answer.rows.variables)); } catch { answer.laws = []; }
  }
  state.answer = answer;
  if (answer.text === state.original || !state.base || state.base.flags !== answer.flags) state.base = answer;
  state.scene = scene(answer);
  const kinds = equations.map(kind);
  const worst = !found ? "" : ["doubt", "fit", "law", "exact"].find(k => kinds.includes(k));
  let html = "";
  if (found) {
    const most = equations.map(e => /^holds exactly at (\d+) of (\d+) rows/.exec(e.findings.find(f => f.startsWith("holds")) ?? "")).find(Boolean);
    const badge = worst === "exact" && most ? `Holds exactly, but for ${most[2] - most[1]} rows` : badges[worst];
    html = `<div class="${worst}"><p class="badge ${worst}">${badge}</p>${withdrawn(answer)}`;
    const small = equations.length > 2 || equations.some(e => e.text.length > 60) ? " small" : "";
    equations.forEach(e => {
      html += `<p class="equation${small}" aria-label="${plain(e.text)}">${set(e.text, answer)}</p>` + list(e.findings.map(f => [f, /^doubt|^approx/.test(f) ? "warn" : ""]));
    });
    html += list(remarks.filter(r => !r.endsWith(":")).map(r => [r, "soft"])); // headings are for the command line
    if (unsolved) html += list([[answer.err, "warn"]]);
  } else if (answer.status === 0 || answer.out && !answer.err) {
    html = `<p class="badge">The program's answer</p><pre tabindex="0">${plain(answer.out)}</pre>`;
  } else {
    const why = refusal(answer.err);
    html = `<p class="badge none">${why.none ? badges.none : badges.error}</p><p class="refused">${why.none ? "No law holds here." : "No answer."}</p>` + withdrawn(answer) +
      list([[why.reason, ""], ...why.details.map(d => [d, "soft"])]);
  }
  $("verdict").innerHTML = html + (found ? "</div>" : "");
  $("version").textContent = table ? `${table} · ` : "";
  $("time").textContent = `answered in ${(answer.took / 1000).toFixed(2)} s on this machine`;
  $("copied").textContent = "";
  for (const b of document.querySelectorAll("[data-format]")) b.disabled = !found;
  $("copy").hidden = true;
  draw();
  stripes();
  explain();
  link();
}

const plain = s => s.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const set = (text, answer) => { try { return typeset(text, answer.columns); } catch { return plain(text); } };
const capital = s => s.replace(/^(holds|a law|a fit|a sum|whole|left|doubt|no |nearest|evidence|try|note|found|approx|solved)/, w => w[0].toUpperCase() + w.slice(1));

function list(sentences) {
  const items = sentences.filter(([t]) => t).map(([t, c]) => `<li class="${c}">${linked(plain(capital(t)))}</li>`);
  return items.length ? `<ul class="findings">${items.join("")}</ul>` : "";
}

// linked makes the numbers of lines buttons that show them.
function linked(html) {
  return html.replace(/\b(lines? )(\d+(?:, \d+)*)/g, (_, word, numbers) => word + numbers.replace(/\d+/g, n => `<button type="button" class="line" data-line="${n}">${n}</button>`));
}

// withdrawn names the equations that held before a point was moved, and hold no more.
function withdrawn(answer) {
  const before = state.base?.equations ?? [], now = answer.equations.map(e => e.text);
  const another = state.base === answer || state.base?.table.rows.length !== answer.table.rows.length;
  const gone = another ? [] : before.filter(e => !now.includes(e.text));
  if (!gone.length) return "";
  const word = answer.equations.length ? "before the change" : "withdrawn";
  return `<p class="withdrawn">${word}: ` + gone.slice(0, 3).map(e => `<s aria-label="${plain(e.text)}">${set(e.text, state.base)}</s>`).join(", ") + "</p>";
}

// -- The picture ------------------------------------------------------------

const pictures = { plane: new Plane($("picture")), surface: new Surface($("picture")), strips: new Strips($("picture")) };

// columnsOf finds the column of the table behind each variable of the program, by its values.
function columnsOf(answer) {
  const { variables, rows } = answer.rows, byLine = new Map(answer.table.rows.map((r, i) => [r.line, i]));
  return variables.map((_, j) => answer.table.columns.find(c => rows.every(r => byLine.has(r.line) && c.values[byLine.get(r.line)] === r.x[j])));
}

// scene is what the picture shows of an answer: the program's own rows where it found equations,
// the page's reading of the table where it refused.
function scene(answer) {
  const base = state.base, { table } = answer, same = base !== answer && base?.scene;
  let columns, points;
  if (answer.rows) {
    columns = columnsOf(answer);
    const index = new Map(table.rows.map((r, i) => [r.line, i]));
    points = answer.rows.rows.map(r => ({ line: r.line, row: index.get(r.line), x: r.x, aside: r.aside, distances: r.distances }));
    answer.names = answer.rows.variables.map((v, j) => columns[j]?.name ?? v);
    answer.columns = new Map(answer.rows.variables.map((v, j) => [v, answer.names[j]]));
  } else {
    columns = same && same.columns.every(Boolean) ? same.columns.map(c => table.columns.find(d => d.at === c.at)) : varied(table, answer.flags);
    if (!columns.length || columns.some(c => !c)) return null;
    points = table.rows.map((r, row) => ({ line: r.line, row, x: columns.map(c => c.values[row]), aside: false, distances: [] })).filter(p => p.x.every(Number.isFinite));
    answer.names = columns.map(c => c.name);
  }
  if (!points.length || points[0].x.length < 1) return null;
  const count = answer.names.length;
  const from = same && same.points.length === points.length ? same.points : null;
  if (from && count <= 3) points.forEach((p, k) => { if (from[k].line === p.line && from[k].x.length === count && from[k].x.some((v, j) => v !== p.x[j])) p.from = from[k].x; });
  const frames = same && same.frames.length === count ? same.frames : answer.names.map((_, j) => frame(points.map(p => p.x[j])));
  const gone = same && base.rows && base.rows.variables.length === count && !answer.laws.length ? base.laws : [];
  const made = { names: answer.names, columns, points, frames, laws: answer.laws, ghosts: gone, chosen: state.scene?.chosen ?? -1 };
  if (made.chosen >= points.length) made.chosen = -1;
  answer.scene = made;
  return made;
}

// varied are the columns with more than one value, those of --columns where that is given.
function varied(table, flags) {
  const list = words(flags), at = list.indexOf("--columns"), names = at >= 0 ? (list[at + 1] ?? "").split(",") : null;
  return table.columns.filter(c => new Set(c.values).size > 1 && (!names || names.includes(c.name)));
}

function draw() {
  const host = $("picture"), s = state.scene, count = s?.names.length;
  const picture = !s || s.points.length > 5000 ? null : count === 2 ? pictures.plane : count === 3 ? pictures.surface : count > 3 && s.laws.length ? pictures.strips : null;
  if (picture !== state.drawn) host.innerHTML = "";
  state.drawn = picture;
  handles.picture = picture;
  host.parentElement.hidden = !picture;
  if (!picture) return;
  picture.draw(s);
  const movable = s.columns.every(Boolean);
  $("how").textContent = (picture === pictures.surface ? "Drag to turn, drag a point to move it. Keys: arrows choose a point, Shift and arrows move it, Alt and arrows turn." :
    movable ? "Drag a point. Keys: arrows choose one, Shift and arrows move it." : "Arrow keys choose a point.");
  host.setAttribute("aria-label", `Picture of ${s.points.length} points: ${s.names.join(", ")}`);
}

function choose(k) {
  if (!state.scene) return;
  state.scene.chosen = k;
  const p = state.scene.points[k];
  $("chosen").textContent = `Line ${p.line}: ${state.scene.names.map((n, j) => `${n} ${short(p.x[j])}`).join(", ")}${p.aside ? ", set aside" : ""}`;
  draw();
  stripes();
  showLine(p.line);
}

// move writes the new place of a point into the table.
function move(k, x) {
  if (state.scene && state.scene === state.base?.scene) { // what held before keeps its points
    state.scene = { ...state.scene, points: state.scene.points.map(p => ({ ...p, distances: p.distances.slice() })) };
  }
  const s = state.scene, p = s?.points[k];
  if (!p || p.row === undefined || state.bytes || $("text").readOnly) return;
  s.columns.forEach((c, j) => {
    if (!c || x[j] === p.x[j]) return;
    const column = state.table.columns.find(d => d.at === c.at);
    if (!column) return;
    state.text = replaced(state.text, state.table, p.row, column, x[j]);
    state.table = parse(state.text);
  });
  p.from ??= s.names.length <= 3 ? p.x : undefined;
  p.x = x;
  $("text").value = state.text;
  $("reset").disabled = state.text === state.original;
  choose(k);
  clearTimeout(changed.timer);
  learn();
}

const handles = new Handles($("picture"), {
  onChoose: choose, onMove: move,
  onHold: held => { $("verdict").style.height = held ? $("verdict").offsetHeight + "px" : ""; }, // or the picture slips away under the pointer
  onDrop: () => { changed(0); draw(); },
  onTurn: (dx, dy) => pictures.surface.turn(dx, dy),
});
new ResizeObserver(() => draw()).observe($("picture"));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);

// -- What people take with them ----------------------------------------------

async function explain() {
  if (!$("why").open || !state.answer) return;
  const { name, text, flags } = state.answer;
  $("steps").textContent = "…";
  explainer.stop();
  const answer = await explainer.run(["learn", name, ...words(flags), "--explain"], { [name]: state.bytes ?? text });
  if (answer) $("steps").textContent = (answer.out + answer.err).trim();
}

const command = () => ["kexplain learn", quoted(state.name), $("flags").value.trim()].filter(Boolean).join(" ");

async function copy(text, what) {
  let copied = true;
  try { await navigator.clipboard.writeText(text); } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    copied = document.execCommand("copy");
    area.remove();
  }
  $("copied").textContent = copied ? `${what} copied` : `${what}: select and copy it`;
  return copied;
}

async function copyFormat(button) {
  const { name, text, flags } = state.answer, format = button.dataset.format, list = words(flags);
  for (const flag of ["--target", "--format"]) { // --target belongs to text, and the button says the format
    const at = list.findIndex(w => w === flag || w.startsWith(flag + "="));
    if (at >= 0) list.splice(at, list[at] === flag ? 2 : 1);
  }
  const answer = await helper.run(["learn", name, ...list, "--format", format], { [name]: state.bytes ?? text });
  if (!answer) return;
  $("copy").textContent = answer.out || answer.err;
  $("copy").hidden = false;
  if (answer.status === 0) await copy(answer.out, button.textContent);
}

// link puts the table and the flags into the address.
async function link() {
  if (state.bytes && !state.text) return;
  const example = state.text === state.original ? state.example : "";
  const usual = example && tables.find(t => t.id === example).flags || "";
  const hash = await address.write({ example, name: state.name, text: state.text, flags: $("flags").value === usual && example ? "" : $("flags").value });
  link.fits = hash !== "";
  if (location.hash.slice(1) === hash) return;
  link.written = "#" + hash;
  try { history.replaceState(null, "", "#" + hash); } catch { location.replace("#" + hash); }
}

// -- Events -----------------------------------------------------------------

$("text").addEventListener("input", () => {
  if (state.example && !state.text.trim()) state.example = "";
  changed(400);
});
$("text").addEventListener("paste", e => { // over everything: a new table
  const all = $("text").selectionEnd - $("text").selectionStart >= $("text").value.length;
  const text = e.clipboardData?.getData("text/plain");
  if (!text || !all && $("text").value.trim()) return;
  e.preventDefault();
  setTable({ name: text.includes("\t") ? "table.tsv" : "table.csv", text });
  $("examples").value = "";
});
$("text").addEventListener("scroll", () => { $("gutter").scrollTop = $("text").scrollTop; });
$("flags").addEventListener("input", () => changed(500));
$("examples").addEventListener("change", () => pick($("examples").value));
$("reset").addEventListener("click", () => { $("text").value = state.original; changed(0); $("text").focus(); });
$("stop").addEventListener("click", () => learner.stop());
$("open").addEventListener("click", () => $("file").click());
$("file").addEventListener("change", () => take($("file").files[0]));
$("why").addEventListener("toggle", explain);
$("copy-command").addEventListener("click", () => copy(command(), "Command"));
$("copy-link").addEventListener("click", async () => {
  await link();
  if (link.fits === false) $("copied").textContent = "This table is too long for a link (8 kB)";
  else await copy(location.href, "Link");
});
for (const b of document.querySelectorAll("[data-format]")) b.addEventListener("click", () => copyFormat(b));
$("verdict").addEventListener("click", e => {
  const line = Number(e.target.dataset?.line), k = state.scene?.points.findIndex(p => p.line === line);
  if (k >= 0) choose(k);
  else if (line) showLine(line);
});
for (const type of ["dragover", "dragleave", "drop"]) {
  addEventListener(type, e => {
    e.preventDefault();
    $("editor").classList.toggle("over", type === "dragover");
    if (type !== "drop") return;
    if (e.dataTransfer.files[0]) take(e.dataTransfer.files[0]);
    else if (e.dataTransfer.getData("text/plain")) setTable({ name: "table.csv", text: e.dataTransfer.getData("text/plain") });
  });
}
addEventListener("hashchange", () => { if (location.hash !== link.written) start(); });

async function take(file) {
  if (!file) return;
  const bytes = new Uint8Array(await file.arrayBuffer()), binary = bytes.subarray(0, 4096).includes(0) || bytes[0] === 0x1f && bytes[1] === 0x8b;
  $("examples").value = "";
  setTable({ name: file.name, text: binary ? "" : new TextDecoder().decode(bytes), bytes: binary ? bytes : null });
}

function pick(id, flags) {
  const t = tables.find(x => x.id === id) ?? tables[0];
  $("examples").value = t.id;
  setTable({ name: t.file.split("/").pop(), text: t.text, flags: flags ?? t.flags ?? "", example: t.id, note: t.note });
}

async function start() {
  const given = await address.read(location.hash);
  if (given?.text !== undefined) {
    $("examples").value = "";
    setTable(given);
  } else pick(given?.example ?? tables[0].id, given?.flags ?? undefined);
  if (given?.broken) $("note").textContent = "The link is damaged; this is the first example instead.";
}

for (const t of tables) $("examples").append(new Option(t.title, t.id));
$("examples").prepend(new Option("Your table", ""));
load().catch(e => { $("verdict").innerHTML = `<p class="badge none">This browser cannot run the program</p><p>${plain(String(e.message || e))}</p>`; });
start();

// The program for the console and for tests: kexplain.run(["learn", "t.csv"], {"t.csv": "x,y\n…"}).
globalThis.kexplain = {
  run: (args, inputs = {}) => helper.run(args, inputs),
  idle: () => wanted > 0 && !running && state.answer?.text === state.text && state.answer.flags === $("flags").value,
  picture: () => handles.picture,
  move,
  state,
};
