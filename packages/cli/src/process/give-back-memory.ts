/**
 * Gives memory back to the system when nothing has happened for a while.
 *
 * An agent sits in an editor all day. V8 collects garbage when it needs memory, and with nothing to do it never does: the
 * replay of a long session, once loaded, would keep a third of the process's memory until the editor is closed.
 */

const QUIET_MS = 2_000;
// Less is not worth a pause, however short.
const WORTHWHILE = 4 * 1024 * 1024;

/**
 * Returns what is to be called when something happens, and with true when a session may end: what it used is in use until it
 * is collected, however little the heap has grown since.
 */
export function giveBackMemory(): (mayEndSession?: boolean) => void {
  let collect: (() => void) | undefined;
  let kept = 0;
  let mayHaveEnded = false;
  const timer = setTimeout(() => {
    keepCompiled(); // before the collection, which drops what has not run for a while
    // Loaded now, because nothing may slow the start.
    const { getHeapStatistics } = process.getBuiltinModule("node:v8");
    if (!mayHaveEnded && getHeapStatistics().total_physical_size - kept < WORTHWHILE) return;
    mayHaveEnded = false;
    collect ??= findCollector();
    collect?.();
    kept = getHeapStatistics().total_physical_size;
  }, QUIET_MS).unref();
  return (mayEndSession = false) => {
    mayHaveEnded ||= mayEndSession;
    timer.refresh();
  };
}

/** Node.js shows its collector only to contexts that are made after it was asked to. */
function findCollector(): (() => void) | undefined {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  setFlagsFromString("--expose-gc");
  const gc: unknown = process.getBuiltinModule("node:vm").runInNewContext("gc");
  // With other flags V8 takes nothing that it has compiled before.
  setFlagsFromString("--no-expose-gc");
  if (typeof gc !== "function") return undefined;
  return () => void Reflect.apply(gc, undefined, [{ type: "major", execution: "sync", flavor: "last-resort" }]);
}

/** Has `bin/load-bundle.mjs` keep what V8 has compiled so far, for the next start. The sources have nothing to keep. */
function keepCompiled(): void {
  const keep: unknown = Reflect.get(globalThis, Symbol.for("tenon.keepCompiled"));
  if (typeof keep === "function") keep();
}
