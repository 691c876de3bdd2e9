// The part of the address after #: an example's name, or a whole table and the flags, packed.

const longest = 8000; // characters that programs and messages carry without harm

async function piped(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// write returns the part after #, "" where the table does not fit.
export async function write({ example, name, text, flags }) {
  const fields = new URLSearchParams();
  if (example) fields.set("table", example);
  else {
    const packed = await piped(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    if (packed.length > longest) return "";
    fields.set("name", name);
    fields.set("data", btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""));
  }
  if (flags) fields.set("flags", flags);
  const hash = fields.toString();
  return hash.length > longest ? "" : hash;
}

// read is the opposite of write; null where there is nothing to read.
export async function read(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const flags = fields.get("flags");
  if (fields.get("table")) return { example: fields.get("table"), flags };
  if (!fields.get("data")) return null;
  try {
    const packed = Uint8Array.from(atob(fields.get("data").replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0));
    const bytes = await piped(packed, new DecompressionStream("deflate-raw"));
    return { name: fields.get("name") || "table.csv", text: new TextDecoder().decode(bytes), flags: flags ?? "" };
  } catch {
    return { broken: true };
  }
}
