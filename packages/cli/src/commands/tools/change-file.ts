/** Shows the change of a configuration file and writes it. Sessions that run follow the file by themselves. */

import { resolve } from "node:path";

import { writeStdout } from "../../process/stdout.ts";
import { changeText } from "../../settings/change-text.ts";
import { styleFor } from "../../terminal/style.ts";
import { userStores } from "../../user/user-stores.ts";
import { type Folders, type Scope, type ServerFile, writeServerFile } from "./servers/server-file.ts";

export interface FileFlags {
  readonly scope?: Scope;
  readonly cwd?: string;
  readonly json: boolean;
}

export function foldersOf({ cwd = "." }: FileFlags): Folders {
  return { cwd: resolve(cwd), userFolder: userStores().folder };
}

export async function changeFile(read: ServerFile, after: string, { json }: FileFlags): Promise<void> {
  await writeServerFile(read, after);
  if (json) return;
  const style = styleFor(process.stdout, { environment: process.env });
  await writeStdout(changeText({ file: read.file, before: read.text ?? "", after }, style));
}
