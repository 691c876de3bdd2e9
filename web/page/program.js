// The program: compiled once, run in a worker, one run at a time.

let compiled; // a promise of the module

// load compiles the program that is embedded in the page.
export function load() {
  compiled ??= (async () => {
    const text = document.getElementById("program").textContent.trim();
    const packed = await fetch("data:application/gzip;base64," + text);
    const bytes = packed.body.pipeThrough(new DecompressionStream("gzip"));
    return WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
  })();
  return compiled;
}

function start() {
  const source = document.getElementById("worker").textContent;
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  return worker;
}

// Runner runs the program. A run that is stopped resolves to null.
export class Runner {
  #worker = null;
  #busy = null; // what ends the run under way

  // run calls the program with arguments, as on the command line, and files {name: text or bytes}.
  async run(args, inputs) {
    const module = await load();
    while (this.#busy) await this.#busy.done;
    this.#worker ??= start();
    const run = {};
    run.done = new Promise(end => { run.end = end; });
    this.#busy = run;
    this.#worker.onmessage = ({ data }) => run.end(data);
    this.#worker.onerror = e => run.end({ status: -1, out: "", err: e.message || "the worker failed", files: {} });
    this.#worker.postMessage({ module, args, inputs });
    const answer = await run.done;
    if (this.#busy === run) this.#busy = null;
    return answer;
  }

  stop() {
    if (!this.#busy) return;
    this.#worker.terminate();
    this.#worker = null;
    const run = this.#busy;
    this.#busy = null;
    run.end(null);
  }
}

// words splits flags as a shell does: blanks part them, quotes hold them together.
export function words(text) {
  const list = [];
  for (const m of text.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)) list.push(m[0].replace(/'([^']*)'|"([^"]*)"/g, "$1$2"));
  return list;
}

// quoted is a word as a shell reads it.
export function quoted(word) {
  return /^[\w.,:/+@-]+$/u.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}
