/**
 * The floor as a program: bundled, minified and with V8's compiled code kept, as `tenon` is.
 */

import { createHash } from "node:crypto";
import { appendFile, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Rolldown } from "tsdown";

const SOURCE = fileURLToPath(new URL("floor-agent.ts", import.meta.url));
const LOADER = fileURLToPath(new URL("../../packages/cli/bin/load-bundle.mjs", import.meta.url));

const PROGRAM = `
import { openBundle } from "./load-bundle.mjs";
const bundle = openBundle(import.meta.dirname, process.env.HOME + "/compiled");
process.once("exit", bundle.keepCompiled);
bundle.load("main.js");
`;

/** Resolves with the path of the program. */
export async function bundleFloor(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const bundle = await Rolldown.rolldown({
    input: SOURCE,
    platform: "node",
    external: [/^node:/],
    onLog: () => {},
  });
  const main = join(folder, "main.js");
  await bundle.write({ file: main, format: "cjs", minify: true, codeSplitting: false });
  await bundle.close();
  const hash = createHash("sha256").update(await readFile(main));
  await appendFile(main, `\n//${hash.digest("hex").slice(0, 16)}\n`);
  await cp(LOADER, join(folder, "load-bundle.mjs"));
  await writeFile(join(folder, "floor.mjs"), PROGRAM);
  return join(folder, "floor.mjs");
}
