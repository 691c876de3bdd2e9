// Runs the program once for every message {module, args, files} and answers with
// {status, out, err, files}. The program is the command line's own, compiled to
// WebAssembly; the files are kept in memory. wasm_exec.js of the Go distribution stands
// behind this text.

"use strict";

const files = new Map(); // path → {data, ino, folder}
let nextFile = 1;
const open = new Map(); // descriptor → {path, file, at}
let output = [];

const fault = code => Object.assign(new Error(code), { code });
const base = path => "/" + path.split("/").filter(p => p && p !== ".").join("/");
const encoder = new TextEncoder();

function put(path, data) {
  const file = { data, ino: nextFile++, folder: data === null };
  files.set(base(path), file);
  return file;
}

function stat(file, folder) {
  return {
    isDirectory: () => folder, dev: 1, ino: file ? file.ino : 0, mode: folder ? 0o40755 : 0o100644, nlink: 1, uid: 0, gid: 0, rdev: 0,
    size: file && file.data ? file.data.length : 0, blksize: 4096, blocks: 0, atimeMs: 0, mtimeMs: 0, ctimeMs: 0,
  };
}

function find(path) {
  const file = files.get(base(path));
  if (!file) throw fault("ENOENT");
  return file;
}

// answering turns a function that returns or throws into one that calls back, as Go wants it.
const answering = f => (...args) => {
  const callback = args.pop();
  let result;
  try { result = f(...args); } catch (e) { callback(e.code ? e : fault("EIO")); return; }
  callback(null, result);
};

const constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };

function write(fd, bytes) {
  if (fd === 1 || fd === 2) {
    output[fd].push(bytes.slice());
    return bytes.length;
  }
  const o = open.get(fd);
  if (!o) throw fault("EBADF");
  const longer = new Uint8Array(Math.max(o.file.data.length, o.at + bytes.length));
  longer.set(o.file.data);
  longer.set(bytes, o.at);
  o.file.data = longer;
  o.at += bytes.length;
  return bytes.length;
}

globalThis.fs = {
  constants,
  writeSync: write,
  write: answering((fd, buffer, offset, length) => write(fd, buffer.subarray(offset, offset + length))),
  read: answering((fd, buffer, offset, length, position) => {
    if (fd === 0) return 0;
    const o = open.get(fd);
    if (!o) throw fault("EBADF");
    const from = position === null ? o.at : position;
    const part = o.file.data.subarray(from, from + length);
    buffer.set(part, offset);
    if (position === null) o.at += part.length;
    return part.length;
  }),
  open: answering((path, flags) => {
    let file = files.get(base(path));
    if (!file && !(flags & constants.O_CREAT)) throw fault("ENOENT");
    if (file && flags & constants.O_EXCL) throw fault("EEXIST");
    if (!file) file = put(path, new Uint8Array());
    if (flags & constants.O_TRUNC) file.data = new Uint8Array();
    let fd = 3;
    while (open.has(fd)) fd++;
    open.set(fd, { path: base(path), file, at: flags & constants.O_APPEND ? file.data.length : 0 });
    return fd;
  }),
  close: answering(fd => { open.delete(fd); }),
  fstat: answering(fd => {
    if (fd < 3) return stat(null, false);
    const o = open.get(fd);
    if (!o) throw fault("EBADF");
    return stat(o.file, o.file.folder);
  }),
  stat: answering(path => { const f = find(path); return stat(f, f.folder); }),
  lstat: answering(path => { const f = find(path); return stat(f, f.folder); }),
  readdir: answering(() => [...files.keys()].filter(k => k !== "/").map(k => k.slice(1))),
  rename: answering((from, to) => { const f = find(from); files.delete(base(from)); files.set(base(to), f); }),
  unlink: answering(path => { find(path); files.delete(base(path)); }),
  ftruncate: answering((fd, length) => { const o = open.get(fd); o.file.data = o.file.data.slice(0, length); }),
  fsync: answering(() => undefined),
  chmod: answering(() => undefined), fchmod: answering(() => undefined), utimes: answering(() => undefined),
  chown: answering(() => undefined), fchown: answering(() => undefined), lchown: answering(() => undefined),
};
for (const name of ["link", "mkdir", "readlink", "rmdir", "symlink", "truncate"]) {
  globalThis.fs[name] = answering(() => { throw fault("ENOSYS"); });
}
globalThis.process = {
  getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0,
  umask: () => 0o22, cwd: () => "/", chdir() {},
};
globalThis.path = { resolve: (...parts) => parts.join("/") };

const joined = parts => {
  const all = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const p of parts) { all.set(p, at); at += p.length; }
  return all;
};

async function run({ module, args, inputs }) {
  files.clear();
  open.clear();
  output = [null, [], []];
  put("/", null);
  for (const [name, data] of Object.entries(inputs)) put(name, typeof data === "string" ? encoder.encode(data) : data);
  const go = new Go();
  go.argv = ["kexplain", ...args];
  go.env = { HOME: "/", PWD: "/", GOGC: "300" };
  let status = -1;
  go.exit = code => { // timers of a program that has ended would wake it
    status = code;
    for (const timer of go._scheduledTimeouts.values()) clearTimeout(timer);
    go._scheduledTimeouts.clear();
  };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance);
  const decode = parts => new TextDecoder().decode(joined(parts));
  const made = {};
  for (const [path, file] of files) {
    const name = path.slice(1);
    if (name && !(name in inputs)) made[name] = new TextDecoder().decode(file.data);
  }
  return { status, out: decode(output[1]), err: decode(output[2]), files: made };
}

onmessage = async ({ data }) => {
  try {
    postMessage(await run(data));
  } catch (e) {
    postMessage({ status: -1, out: "", err: String(e && e.message || e), files: {} });
  }
};
