/** What the files of the project's folder say about the tools that it uses. */

import { readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

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
  if (!statSync(full, { throwIfNoEntry: false }))
    throw new ToolError("not_found", `There is no ${path} in the project`);
  return insideOf(root, realpathSync(full), path);
}

/** A file to write: its folder must be in the project. */
export function newFileInProject(folder: string, path: string): string {
  const root = realpathSync(folder);
  const full = resolve(root, path);
  const parent = statSync(dirname(full), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!parent) throw new ToolError("not_found", `There is no folder for ${path} in the project`);
  const real = statSync(full, { throwIfNoEntry: false })
    ? realpathSync(full)
    : join(realpathSync(dirname(full)), full.slice(dirname(full).length + 1));
  return join(root, insideOf(root, real, path));
}

function insideOf(root: string, full: string, path: string): string {
  const inside = relative(root, full);
  if (inside === ".." || inside.startsWith(`..${sep}`) || resolve(inside) === inside)
    throw new ToolError("denied", `${path} is outside the project`);
  return inside === "" ? "." : inside;
}
