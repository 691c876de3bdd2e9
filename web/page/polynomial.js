// Equations as the program prints them: "volume*pressure = 1408.65(94)". A polynomial is a
// list of terms {c, e}, with an exponent for every variable.

const token = /\s*(?:(\d+\.?\d*(?:\(\d+\))?(?:e[+-]?\d+)?)|([\p{L}_][^\s+\-*/^()=,]*)|([-+*/^()=]))/uy;

function tokens(text) {
  const list = [];
  token.lastIndex = 0;
  while (token.lastIndex < text.trimEnd().length) {
    const m = token.exec(text);
    if (!m) throw new Error("cannot read " + text);
    list.push(m[1] ? { number: Number(m[1].replace(/\(\d+\)/, "")), text: m[1] } : m[2] ? { name: m[2] } : { sign: m[3] });
  }
  return list;
}

const constant = (c, n) => [{ c, e: new Array(n).fill(0) }];
const times = (p, q) => collect(p.flatMap(a => q.map(b => ({ c: a.c * b.c, e: a.e.map((x, j) => x + b.e[j]) }))));
const plus = (p, q, s) => collect([...p, ...q.map(t => ({ c: s * t.c, e: t.e }))]);

function collect(terms) {
  const sum = new Map();
  for (const t of terms) {
    const key = t.e.join();
    sum.set(key, { c: (sum.get(key)?.c ?? 0) + t.c, e: t.e });
  }
  return [...sum.values()].filter(t => t.c !== 0);
}

// polynomial is the left side of an equation less the right side.
export function polynomial(text, variables) {
  const list = tokens(text), n = variables.length;
  let at = 0;
  const next = s => list[at]?.sign === s && ++at;
  const factor = () => {
    const t = list[at++];
    let p;
    if (t?.number !== undefined) p = constant(t.number, n);
    else if (t?.name !== undefined) {
      const j = variables.indexOf(t.name);
      if (j < 0) throw new Error("no variable " + t.name);
      p = constant(1, n);
      p[0].e[j] = 1;
    } else if (t?.sign === "(") {
      p = sum();
      if (!next(")")) throw new Error("expected )");
    } else throw new Error("cannot read " + text);
    if (!next("^")) return p;
    const power = list[at++]?.number;
    if (!(power >= 0 && power < 100)) throw new Error("cannot read the power");
    let q = constant(1, n);
    for (let k = 0; k < power; k++) q = times(q, p);
    return q;
  };
  const product = () => {
    let p = factor();
    for (;;) {
      if (next("*")) p = times(p, factor());
      else if (next("/")) p = times(p, constant(1 / list[at++].number, n));
      else return p;
    }
  };
  const sum = () => {
    let p = next("-") ? times(constant(-1, n), product()) : product();
    for (;;) {
      if (next("+")) p = plus(p, product(), 1);
      else if (next("-")) p = plus(p, product(), -1);
      else return p;
    }
  };
  const left = sum();
  const whole = next("=") ? plus(left, sum(), -1) : left;
  if (at !== list.length) throw new Error("cannot read " + text);
  return whole;
}

export function value(p, x) {
  let sum = 0;
  for (const { c, e } of p) {
    let t = c;
    for (let j = 0; j < e.length; j++) for (let k = 0; k < e[j]; k++) t *= x[j];
    sum += t;
  }
  return sum;
}

export function derivative(p, j) {
  return p.filter(t => t.e[j]).map(t => ({ c: t.c * t.e[j], e: t.e.map((k, i) => i === j ? k - 1 : k) }));
}

const escaped = s => s.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);

// error is the standard error that (94) stands for in 1408.65(94), as text.
export function error(number) {
  const m = /^\d+(?:\.(\d*))?\((\d+)\)(e[+-]?\d+)?$/.exec(number);
  if (!m) return "";
  const decimals = (m[1] ?? "").length;
  return (Number(m[2]) / 10 ** decimals).toFixed(decimals) + (m[3] ?? "");
}

// symbol writes a variable: the name of its column without the unit, which the axes of the
// picture have, where that tells it from the others.
function symbol(name, names) {
  const bare = n => n.replace(/\s*(?:\[[^\]]*\]|\([^)]*\)|\/.*)\s*$/, "");
  const column = names.get(name), short = column && bare(column);
  if (short && [...names.values()].filter(n => bare(n) === short).length === 1) return `<var class="name">${escaped(short)}</var>`;
  const [first, ...rest] = name.split("_");
  return `<span class="name"><var>${escaped(first)}</var>` + (rest.length && first ? `<sub>${escaped(rest.join(" "))}</sub>` : escaped(rest.join("_"))) + "</span>";
}

// typeset writes an equation in HTML: names in italics, powers above the line, and under every
// measured number the bar of its standard error. names has the columns of variables.
export function typeset(text, names = new Map()) {
  const list = tokens(text);
  let html = "";
  list.forEach((t, i) => {
    if (t.name) {
      html += symbol(t.name, names);
    } else if (t.text) {
      const bar = error(t.text), shown = escaped(t.text.replace(/\(\d+\)/, "").replace(/e([+-]?)0*(\d+)$/, (_, s, d) => "·10^" + (s === "-" ? "−" : "") + d)).replace(/\^(−?\d+)/, "<sup>$1</sup>");
      if (list[i - 1]?.sign === "^") html += `<sup>${shown}</sup>`;
      else html += bar ? `<span class="measured">${shown}<span class="bar">±\u2009${escaped(bar)}</span></span>` : `<span class="number">${shown}</span>`;
    } else if (t.sign === "*") {
      const letters = list[i - 1].text || /^.$/u.test(list[i + 1]?.name ?? "") && (list[i - 1].name?.length === 1 || list[i - 2]?.sign === "^");
      html += letters ? "\u2009" : "\u2009·\u2009";
    } else if (t.sign === "-" || t.sign === "+" || t.sign === "=") {
      const sign = t.sign === "-" ? "−" : t.sign;
      html += i === 0 || list[i - 1].sign === "=" || list[i - 1].sign === "(" ? sign : `<span class="sign"> ${sign} </span>`;
    } else if (t.sign !== "^") html += t.sign;
  });
  return html;
}
