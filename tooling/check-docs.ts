/**
 * Type-checks the TypeScript in our Markdown, so that no page shows code that has stopped being true.
 *
 * Each fenced `ts` block is a program of its own. Links to files of this repository must lead somewhere.
 */

import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const FOLDER = ".snippets";
const pages = globSync(["*.md", "docs/**/*.md", "packages/*/README.md", "examples/**/*.md"]);
const faults: string[] = [];

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
let snippets = 0;
for (const page of pages) {
  const text = readFileSync(page, "utf8");
  for (const [, code = ""] of text.matchAll(/^```ts\n(.*?)^```$/gms)) {
    snippets += 1;
    // The name says where an error comes from; the export makes the file a module.
    writeFileSync(join(FOLDER, `${page.replaceAll("/", "-")}-${snippets}.ts`), `${code}\nexport {};\n`);
  }
  for (const [, target = ""] of text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)) {
    // A package's README is read on npm too, where nothing outside the package exists.
    if (page.startsWith("packages/") && target.startsWith("../"))
      faults.push(`${page}: ${target} is outside the package`);
    if (!existsSync(join(dirname(page), target))) faults.push(`${page}: the link to ${target} leads nowhere`);
  }
}
writeFileSync(
  join(FOLDER, "tsconfig.json"),
  JSON.stringify({
    extends: "../tsconfig.json",
    compilerOptions: { noUnusedLocals: false },
    include: ["*.ts", "../packages/*/src/*.d.ts"],
    exclude: [],
  }),
);
try {
  if (snippets > 0) {
    execFileSync(process.execPath, ["tooling/node.mjs", "--bin", "typescript", "--noEmit", "-p", FOLDER], {
      encoding: "utf8",
    });
  }
} catch (error) {
  faults.push(error instanceof Error && "stdout" in error ? String(error.stdout) : String(error));
}
rmSync(FOLDER, { recursive: true });
console.log(`${pages.length} pages, ${snippets} snippets`);
for (const fault of faults) console.log(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
