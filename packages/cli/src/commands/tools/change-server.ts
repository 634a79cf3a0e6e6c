/** `tenon tools remove | enable | disable`: one server of a configuration file. */

import { t } from "../../messages/t.ts";
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
  const removed = t("Removed {name} from {file}. It stops in running sessions.", { name, file: found.file });
  const packs = t(
    { one: " Its accepted rule is removed.", other: " Its {count} accepted rules are removed." },
    { count: rules },
  );
  await writeStdout(`${removed}${rules === 0 ? "" : packs}\n`);
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
  await writeStdout(
    `${switched({ name, file: found.file }, isOn, after === undefined)}${trustNote(found, isOn, after)}\n`,
  );
}

function switched(server: { name: string; file: string }, isOn: boolean, isOld: boolean): string {
  if (isOld)
    return isOn
      ? t("{name} is enabled already in {file}.", server)
      : t("{name} is disabled already in {file}.", server);
  return isOn
    ? t("Enabled {name} in {file}. It starts in running sessions.", server)
    : t("Disabled {name} in {file}. It stops in running sessions.", server);
}

function trustNote({ scope }: FoundServer, isOn: boolean, after: string | undefined): string {
  const mayWait = isOn && after !== undefined && scope === "project";
  return mayWait ? t(" If it is waiting for trust, run: tenon tools trust") : "";
}

function where({ scope, file }: FoundServer) {
  return { scope, file };
}

async function print(result: object): Promise<void> {
  await writeStdout(`${JSON.stringify(result, undefined, 2)}\n`);
}
