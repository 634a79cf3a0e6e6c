/**
 * Type-checks the TypeScript in our Markdown, so that no page shows code that has stopped being true.
 *
 * Each fenced `ts` block is a program of its own. Links to files of this repository must lead somewhere, and every path
 * that a page names in backticks must exist: `packages/hub/src/hub.ts`, or `hub/src/hub.ts` for short.
 */

import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
    if (!existsSync(join(dirname(page), target))) faults.push(`${page}: the link to ${target} is broken`);
  }
  // The changelog names what there was at the time, the rules name files of other repositories.
  if (page === "CHANGELOG.md" || page === "docs/rules.md") continue;
  for (const path of [...namedPaths(text), ...tabledPaths(text)]) {
    if (!existsSync(path)) faults.push(`${page}: ${path} does not exist`);
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

/** The paths of this repository that a page names in backticks; not patterns, and not commands. */
function namedPaths(text: string): readonly string[] {
  const rooms = readdirSync("packages").join("|");
  const path = new RegExp(
    `^(?:(?:packages|tooling|bench|examples|docs)/|(?<room>(?:${rooms})/(?:src|test|bin)/))[\\w./-]+$`,
  );
  return [...text.matchAll(/`([^`\s*…<>]+)`/g)].flatMap(([, name = ""]) => {
    const match = path.exec(name);
    if (!match) return [];
    return [match.groups?.["room"] === undefined ? name : `packages/${name}`];
  });
}

/** The folders and files in the first column of a table below `## Inside the <room>`. */
function tabledPaths(text: string): readonly string[] {
  return [...text.matchAll(/^## Inside the (\w+)$(.*?)(?=^## |$(?![^]))/gms)].flatMap(([, room = "", section = ""]) =>
    [...section.matchAll(/^\| (`[^|]*) \|/gm)].flatMap(([, cell = ""]) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) =>
        join("packages", room === "page" ? "web" : room, "src", name),
      ),
    ),
  );
}
