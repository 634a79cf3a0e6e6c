/**
 * The text of a configuration file with one server more, less, on or off. All else in it stays as it is.
 */

import { objectOf } from "@tenon/basis";
import { parseJson, pathTo } from "@tenon/hub/config";

import { t } from "../../../messages/t.ts";
import { replaceValues } from "../../../settings/edit-json.ts";
import { addMember, removeMember } from "../../../settings/edit-members.ts";
import type { FoundServer, ServerFile } from "./server-file.ts";

/** None of them may be in the file yet. */
export function withServers(
  { file, text = "", lists }: ServerFile,
  servers: Readonly<Record<string, unknown>>,
): string {
  const source = text.trim() === "" ? "{}\n" : text;
  const [list] = lists;
  if (!list) return sound(withList(source, servers), file);
  const add = (before: string, [name, entry]: [string, unknown]) =>
    sound(addMember(before, list.key, name, entry), file);
  return Object.entries(servers).reduce(add, source);
}

export function withoutServer({ file, text = "", list }: FoundServer, name: string): string {
  return sound(removeMember(text, list, name), file);
}

/** Undefined if it is so already. Programs write `disabled` or `enabled`. */
export function withSwitch({ file, text = "", path, entry }: FoundServer, isOn: boolean): string | undefined {
  const isOff = entry["disabled"] === true || entry["enabled"] === false;
  if (isOff !== isOn) return undefined;
  if (isOn) {
    const once = entry["disabled"] === true ? removeMember(text, path, "disabled") : text;
    return sound(entry["enabled"] === false ? removeMember(once ?? text, path, "enabled") : once, file);
  }
  const key = ["disabled", "enabled"].find((one) => Object.hasOwn(entry, one));
  if (key === undefined) return sound(addMember(text, path, "disabled", true), file);
  return sound(replaceValues(text, [{ path: pathTo(path, key), text: `${key === "disabled"}` }]), file);
}

/** A list that is `null` or `[]` is one without servers; anything else that is no list is not thrown away. */
function withList(text: string, servers: object): string | undefined {
  const parsed = parseJson(text);
  const list = parsed.isJson ? objectOf(parsed.value)["mcpServers"] : undefined;
  if (list === undefined) return addMember(text, "", "mcpServers", servers);
  const isEmpty = list === null || (Array.isArray(list) && list.length === 0);
  if (!isEmpty) return undefined;
  return replaceValues(text, [{ path: "mcpServers", text: JSON.stringify(servers, undefined, 2) }]);
}

/** Nothing is written that could not be read again. */
function sound(after: string | undefined, file: string): string {
  if (after === undefined || !parseJson(after).isJson)
    throw new Error(t("{file} cannot be changed; edit it by hand", { file }));
  return after;
}
