/**
 * The names of what `rude-server.mjs` can do wrong, read from its source: a fault that is added there is injected here.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";

export const rudeServer = join(import.meta.dirname, "../fixtures/rude-server.mjs");

export const callFaults = namesIn("callFaults");
export const deaths = namesIn("deaths");
export const startFaults = namesIn("starts");

function namesIn(table: string): readonly string[] {
  const source = readFileSync(rudeServer, "utf8");
  const begin = source.indexOf(`const ${table} = {`);
  const body = source.slice(begin, source.indexOf("\n};", begin));
  return [...body.matchAll(/^ {2}"([^"]+)": \(/gmu)].map(([, name = ""]) => name);
}
