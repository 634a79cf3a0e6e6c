// Loads the bundle's files, and keeps what V8 has compiled of them for the next start. Node's own cache has no function that is
// compiled only when it is called, and compiling those takes a third of the time until a first session has its first answer.

const fs = process.getBuiltinModule("node:fs");
const vm = process.getBuiltinModule("node:vm");
const { isAscii } = process.getBuiltinModule("node:buffer");
const { join } = process.getBuiltinModule("node:path");

// What a file of the bundle finds around it; `tooling/foreign-imports.ts` makes it use the last one.
const PARAMETERS = "exports,require,__filename,importModule";
const importModule = (specifier) => import(specifier);

// A process that is used in new ways has more to keep later.
const MOST_KEPT = 3;
const WORTHWHILE = 1.05;
const OLD_MS = 30 * 24 * 60 * 60 * 1_000;

// Modules of Node's that take milliseconds to load: not before something of them is used.
const SLOW = new Set(
  ["child_process", "crypto", "dns", "dns/promises", "http", "https", "readline", "zlib"].map((name) => `node:${name}`),
);

/** `dist` has the files of the bundle, `caches` is a folder that only the user may write to. */
export function openBundle(dist, caches) {
  const modules = new Map();
  const scripts = [];
  let folder;
  let kept = 0;
  return { load, keepCompiled };

  function load(name) {
    const known = modules.get(name);
    if (known) return known.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const filename = join(dist, name);
    const bytes = fs.readFileSync(filename);
    const code = isAscii(bytes) ? bytes.latin1Slice() : bytes.utf8Slice();
    // The first file ends with what identifies the whole bundle: V8 itself would take what it compiled of other sources.
    folder ??= join(caches, `${process.version}-${process.arch}-${code.slice(-17, -1)}`);
    const file = join(folder, name);
    const cachedData = readKept(file);
    const script = new vm.Script(`(function(${PARAMETERS}){${code}\n})`, { filename, cachedData });
    scripts.push({ script, file, bytes: cachedData && !script.cachedDataRejected ? cachedData.length : 0 });
    script.runInThisContext()(module.exports, require, filename, importModule);
    return module.exports;
  }

  function require(name) {
    if (name.startsWith(".")) return load(name.slice("./".length));
    return SLOW.has(name) ? lazyModule(name) : process.getBuiltinModule(name);
  }

  /** Replaces what has less in it than what there is now. */
  function keepCompiled() {
    if (kept === MOST_KEPT) return;
    kept += 1;
    try {
      for (const entry of scripts) {
        const data = entry.script.createCachedData();
        if (data.length <= entry.bytes * WORTHWHILE) continue;
        if (fs.mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) removeOld(caches);
        writeKept(entry.file, data);
        entry.bytes = data.length;
      }
    } catch {
      // A full disk or a folder that cannot be written to costs time at the next start, and nothing else.
    }
  }
}

function lazyModule(name) {
  const module = () => process.getBuiltinModule(name);
  return new Proxy(Object.create(null), {
    get: (_, key) => module()[key],
    has: (_, key) => key in module(),
    ownKeys: () => Reflect.ownKeys(module()),
    // A proxy may not show what cannot be changed and is not in its target.
    getOwnPropertyDescriptor: (_, key) => {
      const found = Reflect.getOwnPropertyDescriptor(module(), key);
      return found && { ...found, configurable: true };
    },
  });
}

/** Undefined if it is not there, or damaged: V8 looks only at how it begins, and crashes on what it cannot read. */
function readKept(file) {
  let both;
  try {
    both = fs.readFileSync(file);
  } catch {
    return undefined;
  }
  // Kept twice: to compare takes a third of the time of a checksum, which also needs a module of Node's to be loaded.
  const one = both.subarray(0, both.length / 2);
  return one.equals(both.subarray(one.length)) ? one : undefined;
}

/** On the disk before it has its name, so that a power failure leaves all of it or nothing. */
function writeKept(file, data) {
  // Containers that share the folder may give two processes the same id.
  const temporary = `${file}.${process.pid}-${process.hrtime.bigint()}`;
  const descriptor = fs.openSync(temporary, "wx", 0o600);
  try {
    fs.writevSync(descriptor, [data, data]);
    fs.fdatasyncSync(descriptor);
    fs.renameSync(temporary, file);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** What other versions have left; Node.js itself and other programs may use the same folder. */
function removeOld(caches) {
  for (const name of fs.readdirSync(caches).filter((each) => /^v[\d.]+-\w+-[0-9a-f]{16}$/.test(each))) {
    const path = join(caches, name);
    if (Date.now() - fs.statSync(path).mtimeMs > OLD_MS) fs.rmSync(path, { recursive: true, force: true });
  }
}
