// What the program printed, taken apart. The text is a list of equations; everything else in
// it is a comment: indented ones are about the equation above, others about the table.

export function report(text) {
  const equations = [], remarks = [];
  for (const line of text.split("\n")) {
    if (line.startsWith("#   ") && equations.length) equations[equations.length - 1].findings.push(line.slice(4));
    else if (line.startsWith("# ")) remarks.push(line.slice(2));
    else if (line && !line.startsWith("#")) equations.push({ text: line, findings: [] });
  }
  return { equations, table: remarks.shift() ?? "", remarks };
}

// kind is what an equation claims: "exact", "law", "fit" or "doubt".
export function kind(equation) {
  const said = equation.findings.join("\n");
  if (/^doubt:/m.test(said) || /approximat/.test(said)) return "doubt";
  if (/^holds exactly/m.test(said)) return "exact";
  return /^a fit with/m.test(said) ? "fit" : "law";
}

// refusal takes apart what the program wrote to standard error.
export function refusal(text) {
  const lines = text.trimEnd().split("\n").map(l => l.trim());
  const reason = (lines.shift() ?? "").replace(/^kexplain( learn)?: /, "");
  return { reason, none: /^no polynomial equation|^no equation|^nothing/.test(reason), details: lines };
}

// aside are the numbers of the lines that the report says were left out.
export function aside(remarks) {
  const list = [];
  for (const r of remarks) {
    const m = /(?:^|; |: )lines? ([\d, ]+) \(far from/.exec(r);
    if (m) list.push(...m[1].split(",").map(Number));
  }
  return list;
}
