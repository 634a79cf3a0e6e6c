/**
 * Finds the file a command means, before anything runs.
 *
 * The system reports a missing command, a missing working directory and a missing interpreter with the same ENOENT;
 * looking first is what tells them apart.
 */

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";

import { defined } from "@tenon/basis";

import type { ChildCommand } from "./child.ts";
import { ChildError } from "./child-error.ts";

const isWindows = process.platform === "win32";

/** The absolute path of the file to run, or a ChildError that says where it was looked for. */
export async function resolveCommand({ command, cwd, env }: ChildCommand): Promise<string> {
  const isDirectory = await stat(cwd).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) {
    const message = `Could not start "${command}": its working directory ${cwd} does not exist or is not a directory.`;
    throw new ChildError("cwd_not_found", message, { command, cwd });
  }

  const isPath = command.includes("/") || (isWindows && command.includes("\\"));
  const path = isPath ? undefined : searchPath(env);
  const folders = path === undefined ? [cwd] : path.split(delimiter).map((folder) => resolve(cwd, folder));
  const searched = { command, cwd, ...defined({ path }) };
  let notExecutable: string | undefined;
  for (const file of folders.flatMap((folder) => candidates(resolve(folder, command), env))) {
    const verdict = await judge(file);
    if (verdict === "executable") return file;
    if (verdict === "not executable") notExecutable ??= file;
  }

  if (notExecutable !== undefined) {
    const message = `Could not start "${command}" in ${cwd}: ${notExecutable} is not an executable file.`;
    throw new ChildError("not_executable", message, { ...searched, file: notExecutable });
  }
  throw new ChildError("not_found", `Could not start "${command}" in ${cwd}: ${whereItIsNot(path)}`, searched);
}

function whereItIsNot(path: string | undefined): string {
  if (path === undefined) return "no such file.";
  if (path === "") return "the environment it was given has no PATH. Give the command's absolute path, or a PATH.";
  // In a line of its own: it is long, and a reader may leave it out.
  return `no such command on the PATH it was given. Give its absolute path, or add its folder to that PATH.\nPATH: ${path}`;
}

function searchPath(env: ChildCommand["env"]): string {
  const name = isWindows ? Object.keys(env).find((key) => key.toUpperCase() === "PATH") : "PATH";
  return (name && env[name]) || "";
}

/** On Windows a command is usually written without its extension, and a file without one cannot be run. */
function candidates(file: string, env: ChildCommand["env"]): readonly string[] {
  if (!isWindows) return [file];
  const extensions = (env["PATHEXT"] || ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");
  return extensions.some((extension) => file.toLowerCase().endsWith(extension))
    ? [file]
    : extensions.map((extension) => file + extension);
}

async function judge(file: string): Promise<"executable" | "not executable" | "missing"> {
  const found = await stat(file).catch(() => undefined);
  if (!found) return "missing";
  // A folder may be entered, which the system also calls executable.
  if (!found.isFile()) return "not executable";
  return access(file, constants.X_OK).then(
    () => "executable" as const,
    () => "not executable" as const,
  );
}
