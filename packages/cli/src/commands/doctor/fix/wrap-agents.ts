/**
 * An editor's settings in which each agent is started through `tenon wrap`. Pure.
 */

import { isObject, objectOf, readArray, stringOf, valueAt } from "@tenon/basis";
import { parseJson, pathTo } from "@tenon/hub/config";

import { type Replacement, replaceValues } from "../../../settings/edit-json.ts";

export interface WrappedSettings {
  readonly text: string;
  /** The agents that are wrapped by this change. */
  readonly agents: readonly string[];
  /** Agents without a command line: the editor starts them by itself. */
  readonly skipped: readonly string[];
}

/** Undefined if the settings are no JSON. */
export function wrapAgents(text: string, tenon: readonly [string, ...string[]]): WrappedSettings | undefined {
  const parsed = parseJson(text);
  if (!parsed.isJson) return undefined;
  const [command, ...words] = tenon;
  const replacements: Replacement[] = [];
  const agents: string[] = [];
  const skipped: string[] = [];
  for (const [name, entry] of Object.entries(objectOf(valueAt(parsed.value, "agent_servers")))) {
    const own = isObject(entry) ? stringOf(entry["command"]) : undefined;
    const args = readArray(valueAt(entry, "args"), stringOf);
    if (own === undefined) skipped.push(name);
    else if (!isOurs(own, args)) {
      agents.push(name);
      replacements.push(...replacementsFor(name, [command, ...words, "wrap", "--", own, ...args], entry));
    }
  }
  const changed = replaceValues(text, replacements);
  return changed === undefined ? undefined : { text: changed, agents, skipped };
}

/** Wrapped already, or our own agent, which has the tools anyway. */
function isOurs(command: string, args: readonly string[]): boolean {
  const at = args.findIndex((word) => word === "wrap" || word === "agent");
  const program = [command, ...args.slice(0, Math.max(0, at))].join(" ");
  return at !== -1 && /(?:^|[/\\ ])tenon(?:\.mjs|\.cmd)?(?: |$)/.test(program);
}

function replacementsFor(name: string, line: readonly string[], entry: unknown): readonly Replacement[] {
  const path = pathTo(pathTo("agent_servers", name), "command");
  const [command = "", ...args] = line;
  const list = `[${args.map((word) => JSON.stringify(word)).join(", ")}]`;
  if (valueAt(entry, "args") !== undefined) {
    return [
      { path, text: JSON.stringify(command) },
      { path: pathTo(pathTo("agent_servers", name), "args"), text: list },
    ];
  }
  return [{ path, text: `${JSON.stringify(command)}, "args": ${list}` }];
}
