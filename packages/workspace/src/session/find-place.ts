/**
 * From a path as a model writes it to the file that it means.
 */

import { isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { insideRoots, pathSubject } from "@tenon/policy";

import { ToolError } from "../tool-error.ts";
import type { WorkspacePath } from "./workspace.ts";

export async function findPlace(
  given: string,
  folders: { readonly access: "read" | "write"; readonly cwd: string; readonly roots: readonly string[] },
): Promise<WorkspacePath> {
  const { access, cwd, roots } = folders;
  const found = await pathSubject({ access, path: absolute(given, cwd), roots }).catch((cause: unknown) => {
    throw new ToolError(`${given}: the path could not be resolved.`, { cause });
  });
  if ("problem" in found) throw new ToolError(`${given}: ${found.problem}`);
  const { subject } = found;
  for (const root of roots) {
    const inside = await insideRoots(subject.path, [root]);
    if (!inside.isInside) continue;
    const way = relative(inside.root, subject.path);
    const clientPath = way === "" ? root : join(root, way);
    const name = root === cwd ? way || "." : clientPath;
    return { path: subject.path, clientPath, name, isInRoots: true, subject };
  }
  return { path: subject.path, clientPath: subject.path, name: subject.path, isInRoots: false, subject };
}

/** Joined as text: taking `..` from the text would name another file where a link is on the way [K-09]. */
function absolute(given: string, cwd: string): string {
  if (given === "") throw new ToolError("The path is empty.");
  if (given.startsWith("file://")) return pathOfUri(given);
  return isAbsolute(given) ? given : `${cwd}${sep}${given}`;
}

/** Links in a prompt are such. */
function pathOfUri(uri: string): string {
  try {
    return fileURLToPath(uri);
  } catch (cause) {
    throw new ToolError(`${uri} is not the URL of a file on this machine.`, { cause });
  }
}
