/**
 * Sends what libraries print on the console to the log: standard error of `tenon serve` is lines of JSON, and one that is
 * not breaks whatever collects them.
 */

import { format } from "node:util";

import type { Log } from "@tenon/gateway";

export function sendConsoleTo(log: Log): Disposable {
  const names = ["debug", "error", "info", "log", "trace", "warn"] as const;
  const before = { ...globalThis.console };
  const say = (...words: readonly unknown[]) => log.warn("library-warn", { warning: format(...words) });
  Object.assign(globalThis.console, Object.fromEntries(names.map((name) => [name, say])));
  return { [Symbol.dispose]: () => void Object.assign(globalThis.console, before) };
}
