const KEEP = Symbol.for("tenon.keepCompiled");

/** Has `bin/load-bundle.mjs` keep what V8 has compiled so far, for the next start. The sources have nothing to keep. */
export function keepCompiled(): void {
  const keep: unknown = Reflect.get(globalThis, KEEP);
  if (typeof keep === "function") keep();
}
