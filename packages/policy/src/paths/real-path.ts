/**
 * Where a path really leads, also if the end of it does not exist yet.
 *
 * It walks as the system does, one part after the other, following links, also those that dangle: what is written
 * through them appears where they point. `..` is taken from where a link leads, not from the text [K-09].
 */

import { lstat, readlink, realpath } from "node:fs/promises";
import path from "node:path";

import { errorCode } from "@tenon/basis";

import { windowsPathProblem } from "./windows-path.ts";

export type RealPath = { readonly path: string } | { readonly problem: string };

const MAX_LINKS = 40;

/** `given` must be absolute. Rejects if the system cannot resolve it (permission, a broken disk). */
export async function realPathOf(given: string): Promise<RealPath> {
  const problem = problemOf(given);
  if (problem !== undefined) return { problem };

  // Windows takes `..` from the text, before it looks at anything.
  const { root } = path.parse(given);
  const parts = partsOf(process.platform === "win32" ? path.normalize(given) : given, root);
  let current = root;
  let links = 0;
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    if (part === "..") {
      current = path.dirname(current);
      continue;
    }
    const next = path.join(current, part);
    const kind = await kindOf(next);
    if (kind === "missing" && parts.includes(".."))
      return { problem: `".." follows a folder that does not exist: ${next}` };
    if (kind === "missing") return { path: path.join(await realpath(current), part, ...parts) };
    if (kind === "file" && parts.length > 0) return { problem: `It continues below a file: ${next}` };
    if (kind === "link") {
      if (++links > MAX_LINKS) return { problem: `It has too many symbolic links: ${next}` };
      const target = await readlink(next);
      const targetRoot = path.parse(target).root;
      if (targetRoot !== "") current = targetRoot;
      parts.unshift(...partsOf(target, targetRoot));
    } else {
      current = next;
    }
  }
  // No links are left in it. The system also knows a name's own letters, where `SRC` and `src` are one folder.
  return { path: await realpath(current) };
}

/** Where it leads, or the path itself where that cannot be found out. */
export async function realOrGiven(given: string): Promise<string> {
  const real = await realPathOf(given).catch(() => undefined);
  return real && "path" in real ? real.path : given;
}

function problemOf(given: string): string | undefined {
  if (given.includes("\0")) return "It contains a zero byte.";
  if (!path.isAbsolute(given)) return "It is not an absolute path.";
  return process.platform === "win32" ? windowsPathProblem(given) : undefined;
}

function partsOf(text: string, root: string): string[] {
  const separators = path.sep === "\\" ? /[\\/]/ : /\//;
  return text
    .slice(root.length)
    .split(separators)
    .filter((part) => part !== "" && part !== ".");
}

async function kindOf(file: string): Promise<"folder" | "file" | "link" | "missing"> {
  try {
    const found = await lstat(file);
    return found.isSymbolicLink() ? "link" : found.isDirectory() ? "folder" : "file";
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "missing";
    throw error;
  }
}
