// Tables as text: where each cell stands, so that a point can be dragged. The program reads
// the table itself; what this file cannot read is shown and not dragged.

const separators = ["\t", ";", ",", "|"];

// number reads a cell as the program does in the common cases; NaN if it is none.
function number(text, comma) {
  let t = text.trim().replace(/^"(.*)"$/, "$1").trim();
  if (comma) t = t.replace(",", ".");
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(t) ? Number(t) : NaN;
}

function cellsOf(line, start, separator) {
  const cells = [];
  if (separator === " ") {
    for (const m of line.matchAll(/\S+/g)) cells.push({ text: m[0], from: start + m.index, to: start + m.index + m[0].length });
    return cells;
  }
  let from = 0, inside = false;
  for (let i = 0; i <= line.length; i++) {
    if (line[i] === '"') inside = !inside;
    if (i === line.length || line[i] === separator && !inside) {
      cells.push({ text: line.slice(from, i), from: start + from, to: start + i });
      from = i + 1;
    }
  }
  return cells;
}

// parse returns {names, columns, rows}: rows have the line and the cells of each, columns are
// those that are numbers in most rows: {at, name, decimals, values}.
export function parse(text) {
  const lines = [];
  let start = 0;
  text.split("\n").forEach((raw, i) => {
    const line = raw.replace(/\r$/, "");
    if (line.trim() && !line.startsWith("#")) lines.push({ number: i + 1, line, start });
    start += raw.length + 1;
  });
  if (!lines.length) return { names: [], columns: [], rows: [] };
  const head = lines.slice(0, 20);
  const separator = separators.find(s => head.every(l => l.line.includes(s))) ?? " ";
  const comma = separator !== "," && head.some(l => /\d,\d/.test(l.line)) && !head.some(l => /\d\.\d/.test(l.line));
  const rows = lines.map(l => ({ line: l.number, cells: cellsOf(l.line, l.start, separator) }));
  for (const r of rows) r.numbers = r.cells.map(c => number(c.text, comma));
  const isHead = rows.length > 1 && rows[0].numbers.some((x, j) => Number.isNaN(x) && rows[0].cells[j].text.trim() && !Number.isNaN(rows[1].numbers[j]))
    || rows[0].numbers.every(Number.isNaN);
  const names = isHead ? rows.shift().cells.map(c => c.text.trim().replace(/^"(.*)"$/, "$1")) : rows[0].cells.map((_, j) => "x" + (j + 1));
  const columns = [];
  names.forEach((name, at) => {
    const values = rows.map(r => r.numbers[at] ?? NaN);
    if (!values.length || values.filter(Number.isNaN).length * 2 > values.length) return;
    const decimals = Math.max(...rows.map(r => /[.,](\d+)\s*"?$/.exec(r.cells[at]?.text ?? "")?.[1].length ?? 0));
    columns.push({ at, name, decimals, values, comma });
  });
  return { names, columns, rows };
}

// replaced is the text with one cell changed to a value, written as the column is.
export function replaced(text, table, row, column, value) {
  const cell = table.rows[row].cells[column.at];
  let written = value.toFixed(column.decimals);
  if (Number(written) === 0) written = written.replace("-", "");
  if (column.comma) written = written.replace(".", ",");
  return text.slice(0, cell.from) + written + text.slice(cell.to);
}

// residuals reads the CSV of --residuals: {variables, rows: [{line, x, distances, aside}]}.
export function residuals(text) {
  const lines = text.trimEnd().split("\n").map(l => l.split(","));
  const head = lines.shift();
  const first = head.findIndex(h => /^distance(_\d+)?$/.test(h));
  const variables = head.slice(1, first);
  const at = head.map((h, j) => /^distance(_\d+)?$/.test(h) ? j : -1).filter(j => j > 0);
  const rows = lines.map(l => ({
    line: Number(l[0]), x: l.slice(1, first).map(Number), distances: at.map(j => Number(l[j])), aside: l[l.length - 1] === "set aside",
  }));
  return { variables, rows };
}
