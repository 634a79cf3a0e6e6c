/** What the files of the project's folder say about the tools that it uses. */

import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

import { objectOf, parseJson } from "@tenon/basis";
import { ToolError } from "@tenon/toolset";

export interface ProjectFiles {
  readonly folder: string;
  /** Whether there is a file of one of these names; `*` stands for any characters. */
  has(...names: readonly string[]): boolean;
  /** The text of a file; empty if there is none. */
  text(name: string): string;
  /** Whether package.json names the package as a dependency of any kind. */
  dependsOn(name: string): boolean;
}

export function projectFiles(folder: string): ProjectFiles {
  const names = readdirSync(folder);
  const text = (name: string) => (names.includes(name) ? readFileSync(join(folder, name), "utf8") : "");
  const manifest = objectOf(parseJson(text("package.json")));
  return {
    folder,
    has: (...wanted) =>
      wanted.some((one) => {
        const pattern = new RegExp(`^${one.replaceAll(".", String.raw`\.`).replaceAll("*", ".*")}$`);
        return names.some((name) => pattern.test(name));
      }),
    text,
    dependsOn: (name) => ["dependencies", "devDependencies"].some((kind) => name in objectOf(manifest[kind])),
  };
}

/** A program that npm installed for the project, here or in a folder above; otherwise its name, for the PATH. */
export function installedProgram(folder: string, name: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, "node_modules", ".bin", name);
    if (statSync(file, { throwIfNoEntry: false })) return file;
    if (dirname(at) === at) return name;
  }
}

/** A file or folder of the project, relative to it. Throws if it is outside, or missing. */
export function pathInProject(folder: string, path: string): string {
  const root = realpathSync(folder);
  const full = resolve(root, path);
  if (!statSync(full, { throwIfNoEntry: false })) throw new ToolError("not_found", `The project has no ${path}`);
  return insideOf(root, realpathSync(full), path);
}

/**
 * A JUnit report to write. A model chooses the path: nothing but an earlier report is replaced, and no link is followed, not
 * even one that leads nowhere yet.
 */
export function reportInProject(folder: string, path: string): string {
  const root = realpathSync(folder);
  const full = resolve(root, path);
  if (!full.endsWith(".xml")) throw new ToolError("invalid_input", `${path} must end in .xml`);
  const parent = statSync(dirname(full), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!parent) throw new ToolError("not_found", `The project has no folder for ${path}`);
  const file = join(realpathSync(dirname(full)), basename(full));
  if (insideOf(root, file, path).split(sep)[0] === ".git")
    throw new ToolError("denied", `${path} is outside the project's own files`);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found && !(found.isFile() && readFileSync(file, "utf8").includes("<testsuite")))
    throw new ToolError("denied", `${path} is there already and is not a JUnit report`);
  return file;
}

/** Begins with no dash: a file of the project may have the name of an option. */
function insideOf(root: string, full: string, path: string): string {
  const inside = relative(root, full);
  if (inside === ".." || inside.startsWith(`..${sep}`) || resolve(inside) === inside)
    throw new ToolError("denied", `${path} is outside the project`);
  if (inside.startsWith("-")) return `.${sep}${inside}`;
  return inside === "" ? "." : inside;
}
