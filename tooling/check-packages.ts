/**
 * Looks into each package as npm would publish it: the licence and a README are in it, and with a bundle the notices of
 * what it contains.
 */

import { execFileSync } from "node:child_process";

import { NOTICES_FILE, SBOM_FILE } from "./notices/plugin.ts";

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const EVERY_PACKAGE = ["LICENSE", "README.md", "package.json"];
const BUNDLE = [NOTICES_FILE, SBOM_FILE, `page/${NOTICES_FILE}`, `page/${SBOM_FILE}`].map((file) => `dist/${file}`);

const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts", "--workspaces"], {
  encoding: "utf8",
  stdio: ["ignore", "pipe", "ignore"],
});
// npm 12 answers with an object by name, older ones with an array.
const packages = Object.values(JSON.parse(output) as readonly Packed[] | Record<string, Packed>);
const faults = packages.filter(({ name }) => name !== "@tenon/web").flatMap(missingFiles);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 || packages.length === 0 ? 1 : 0;

function missingFiles({ name, files }: Packed): string[] {
  const paths = new Set(files.map(({ path }) => path));
  const expected = name === "tenon" ? [...EVERY_PACKAGE, ...BUNDLE] : EVERY_PACKAGE;
  return expected.filter((file) => !paths.has(file)).map((file) => `${name}: ${file} is missing from the package`);
}
