/**
 * Arguments for Node.js that run a file beside the one with this URL, of the same kind: TypeScript in a checkout,
 * JavaScript in the package.
 */

import { extname } from "node:path";
import { fileURLToPath } from "node:url";

export function programArguments(name: string, besideUrl: string): string[] {
  const extension = extname(besideUrl);
  // Some versions warn when they run TypeScript, and a test reads stderr.
  const flags = extension === ".ts" ? ["--disable-warning=ExperimentalWarning", "--conditions=tenon:source"] : [];
  return [...flags, fileURLToPath(new URL(`./${name}${extension}`, besideUrl))];
}
