// Runs a script, or with --bin the tool of an installed package, on a Node.js that is new enough, with our packages
// read from their sources. Every npm script goes through it, so that a machine with an older Node.js needs only `npm ci`.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { OLDEST_FOR_SOURCES, runNode } from "../packages/cli/bin/find-node.mjs";

const words = process.argv.slice(2);
const flags = words.slice(
  0,
  words.findIndex((word) => word === "--bin" || !word.startsWith("-")),
);
const [first, ...rest] = words.slice(flags.length);
const script = first === "--bin" ? binOf(rest.shift()) : first;
await runNode(["--conditions=tenon:source", ...flags, script, ...rest], OLDEST_FOR_SOURCES);

function binOf(name) {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  const path = typeof bin === "string" ? bin : (bin[name] ?? Object.values(bin)[0]);
  return fileURLToPath(new URL(path, manifest));
}
