/**
 * What a requested command means: a program with its arguments, or a line for a shell.
 *
 * ACP knows only the first; agents send the second as a command without arguments [F-01]. It is taken for a line if it has
 * no arguments, has a character that means something to a shell, and is not the path of a file.
 */

import { stat } from "node:fs/promises";
import { resolve } from "node:path";

import type { CommandSubject } from "@tenon/policy";

const SHELL_CHARACTERS = /[\s|&;<>()$`"'\\*?[\]{}#~!=]/;

export interface CommandLine {
  readonly command: string;
  readonly args?: readonly string[] | undefined;
}

export async function commandToRun({ command, args }: CommandLine, cwd: string): Promise<CommandSubject> {
  const isLine = !args?.length && SHELL_CHARACTERS.test(command) && !(await isPathOfFile(command, cwd));
  return isLine ? { type: "command", shell: command } : { type: "command", command, args: args ?? [] };
}

/** Such as `/opt/my tools/build`. */
async function isPathOfFile(command: string, cwd: string): Promise<boolean> {
  if (!/[/\\]/.test(command)) return false;
  return stat(resolve(cwd, command)).then(
    (found) => found.isFile(),
    () => false,
  );
}
