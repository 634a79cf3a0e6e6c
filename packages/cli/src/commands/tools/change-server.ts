/** `tenon tools remove | enable | disable`: one server of a configuration file. */

import { writeStdout } from "../../process/stdout.ts";
import { storePack } from "../../user/policy-packs.ts";
import { changeFile, type FileFlags, foldersOf } from "./change-file.ts";
import { withoutServer, withSwitch } from "./servers/edit-servers.ts";
import { type FoundServer, findServer, isDeclared } from "./servers/server-file.ts";

export async function runRemove(flags: FileFlags, name: string): Promise<void> {
  const folders = foldersOf(flags);
  const found = await findServer(name, flags.scope, folders);
  await changeFile(found, withoutServer(found, name), flags);
  // Rules that stay would hold for another server that gets this name; those of one that is still there must stay.
  const rules = (await isDeclared(name, folders)) ? 0 : await storePack(folders.userFolder, name, []);
  if (flags.json) return await print({ removed: name, ...where(found), rules });
  const packs = rules === 0 ? "" : ` Its ${rules === 1 ? "accepted rule is" : `${rules} accepted rules are`} removed.`;
  await writeStdout(`Removed ${name} from ${found.file}. It stops in running sessions.${packs}\n`);
}

export async function runEnable(flags: FileFlags, name: string): Promise<void> {
  await turn(flags, name, true);
}

export async function runDisable(flags: FileFlags, name: string): Promise<void> {
  await turn(flags, name, false);
}

async function turn(flags: FileFlags, name: string, isOn: boolean): Promise<void> {
  const found = await findServer(name, flags.scope, foldersOf(flags));
  const after = withSwitch(found, isOn);
  if (after !== undefined) await changeFile(found, after, flags);
  const done = isOn ? "enabled" : "disabled";
  if (flags.json) return await print({ [done]: name, ...where(found), changed: after !== undefined });
  if (after === undefined) return await writeStdout(`${name} is ${done} already in ${found.file}.\n`);
  const effect = isOn ? "It starts in running sessions." : "It stops in running sessions.";
  const trust = isOn && found.scope === "project" ? " If it is waiting for trust, run: tenon tools trust" : "";
  await writeStdout(`${isOn ? "Enabled" : "Disabled"} ${name} in ${found.file}. ${effect}${trust}\n`);
}

function where({ scope, file }: FoundServer) {
  return { scope, file };
}

async function print(result: object): Promise<void> {
  await writeStdout(`${JSON.stringify(result, undefined, 2)}\n`);
}
