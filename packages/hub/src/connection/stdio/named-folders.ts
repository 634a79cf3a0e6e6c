/**
 * Whether the command line of a server names the folders it is for.
 *
 * Such a server gets no roots: they would take the place of its folders, and server-filesystem, configured to work in
 * `~/notes`, would drop that for the session's folder [M55]. Its owner's word counts.
 */

import { stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve, sep } from "node:path";

import type { StdioServerSpec } from "../../server-spec.ts";

// Where a runner finds the server's own code.
const OF_THE_RUNNER = new Set(["--directory", "--project", "--prefix", "--cwd", "-C", "--from"]);

export async function namesFolders({ args }: Pick<StdioServerSpec, "args">, cwd: string): Promise<boolean> {
  const named = args.map(async (arg, at) => {
    const [option = "", ...value] = arg.split("=");
    if (OF_THE_RUNNER.has(option) || OF_THE_RUNNER.has(args[at - 1] ?? "")) return false;
    return await isFolder(option.startsWith("-") ? value.join("=") : arg, cwd);
  });
  return (await Promise.all(named)).includes(true);
}

async function isFolder(text: string, cwd: string): Promise<boolean> {
  // A bare word is the name of something else more often than that of a folder.
  if (!/^[.~]|[/\\]/.test(text)) return false;
  const path = text === "~" || text.startsWith(`~${sep}`) ? homedir() + text.slice(1) : text;
  return await stat(resolve(cwd, path)).then(
    (found) => found.isDirectory(),
    () => false, // not there, or no path
  );
}
