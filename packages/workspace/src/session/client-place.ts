/**
 * From a path as a model writes it to a file of the client's machine. Nothing is looked up here: the path may also exist on
 * this machine, and would be another file.
 */

import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";

import { isInside } from "@tenon/policy";

import { ToolError } from "../tool-error.ts";
import type { WorkspacePath } from "./workspace.ts";

/** How the machine of a folder writes paths: `C:\\work` is of Windows. */
export function flavourOf(folder: string): typeof posix {
  return posix.isAbsolute(folder) ? posix : win32;
}

/** Throws a `ToolError` for a path outside the session's folders: it may be one of the agent's machine. */
export function findClientPlace(
  given: string,
  folders: { readonly access: "read" | "write"; readonly cwd: string; readonly roots: readonly string[] },
): WorkspacePath {
  const { access, cwd, roots } = folders;
  const flavour = flavourOf(cwd);
  if (given === "") throw new ToolError("The path is empty.");
  const named = given.startsWith("file://") ? pathOfUri(given, flavour === win32) : given;
  const path = flavour.normalize(flavour.isAbsolute(named) ? named : flavour.join(cwd, named));
  const clientPath = path.length > 1 && path.endsWith(flavour.sep) ? path.slice(0, -1) : path;
  const root = roots.find((each) => isInside(clientPath, each, flavour));
  if (root === undefined) throw elsewhere(given, roots);
  const name = root === cwd ? flavour.relative(cwd, clientPath) || "." : clientPath;
  const subject = {
    type: "path" as const,
    access,
    path: asPosix(clientPath),
    asked: asPosix(named),
    roots: roots.map(asPosix),
  };
  return { path: clientPath, clientPath, name, isInRoots: true, subject };
}

function elsewhere(path: string, roots: readonly string[]): ToolError {
  return new ToolError(
    `${path} is not in the session's folders, which are on the client's machine: ${roots.join(", ")}. ` +
      "Files of the machine that the agent runs on cannot be reached in this session.",
  );
}

/** Rules are written with slashes. */
function asPosix(path: string): string {
  return posix.isAbsolute(path) ? path : path.replaceAll("\\", "/");
}

function pathOfUri(uri: string, windows: boolean): string {
  try {
    return fileURLToPath(uri, { windows });
  } catch (cause) {
    throw new ToolError(`${uri} is not the address of a file on the client's machine.`, { cause });
  }
}
