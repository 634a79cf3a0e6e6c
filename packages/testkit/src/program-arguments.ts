/**
 * Arguments for Node.js that run a file beside the one with this URL, of the same kind: TypeScript in a checkout,
 * JavaScript in the package. `TENON_TESTKIT_PROGRAMS` may name a folder with the same files bundled, which start sooner.
 */

import { existsSync } from "node:fs";
import { extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export function programArguments(name: string, besideUrl: string): string[] {
  const extension = extname(besideUrl);
  const path = fileURLToPath(new URL(`./${name}${extension}`, besideUrl));
  if (extension !== ".ts") return [path];
  // Some versions warn when they run TypeScript, and a test reads stderr.
  return bundled(path) ?? ["--disable-warning=ExperimentalWarning", "--conditions=tenon:source", path];
}

function bundled(source: string): string[] | undefined {
  const folder = process.env["TENON_TESTKIT_PROGRAMS"];
  if (folder === undefined) return undefined;
  const path = join(folder, relative(import.meta.dirname, source).replace(/ts$/, "mjs"));
  return existsSync(path) ? [path] : undefined;
}
