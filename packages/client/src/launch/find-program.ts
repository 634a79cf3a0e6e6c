/**
 * Finds a program as the system would, without running it: on the PATH of an environment, or at the path that was given.
 */

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, resolve } from "node:path";

export type Environment = Readonly<Record<string, string | undefined>>;

const isWindows = process.platform === "win32";

/** The absolute path of the file, or undefined. */
export async function findProgram(
  command: string,
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Promise<string | undefined> {
  const folders = isPath(command) ? [cwd] : pathOf(env).split(delimiter);
  const files = folders.flatMap((folder) => {
    const file = resolve(cwd, folder, command);
    return isWindows ? withExtensions(file, env) : [file];
  });
  for (const file of files) if (await isProgram(file)) return file;
  return undefined;
}

export function isPath(command: string): boolean {
  return command.includes("/") || (isWindows && command.includes("\\"));
}

export function pathOf(env: Environment): string {
  return env[pathName(env)] ?? "";
}

/** The environment with this folder first on its PATH. */
export function withFolder(env: Environment, folder: string): Environment {
  const path = pathOf(env);
  if (path.split(delimiter).includes(folder)) return env;
  return { ...env, [pathName(env)]: path === "" ? folder : `${folder}${delimiter}${path}` };
}

function pathName(env: Environment): string {
  const name = isWindows ? Object.keys(env).find((name) => name.toUpperCase() === "PATH") : undefined;
  return name ?? "PATH";
}

/** Beside `npx.cmd` lies a `npx` that only a Unix shell can run: without an extension, nothing is a program there. */
function withExtensions(file: string, env: Environment): readonly string[] {
  const extensions = (env["PATHEXT"] || ".COM;.EXE;.BAT;.CMD").toLowerCase().split(";");
  const hasOne = extensions.some((extension) => file.toLowerCase().endsWith(extension));
  return hasOne ? [file] : extensions.map((extension) => file + extension);
}

async function isProgram(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile()) return false;
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
