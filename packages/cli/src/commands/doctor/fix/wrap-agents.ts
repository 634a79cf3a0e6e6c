/**
 * An editor's settings in which each agent is started through `tenon wrap`. Pure.
 */

import { isObject, objectOf, readArray, stringOf, valueAt } from "@tenon/basis";
import { type AgentPreset, presetNamed } from "@tenon/client";
import { parseJson, pathTo } from "@tenon/hub/config";

import { type Replacement, replaceValues } from "../../../settings/edit-json.ts";
import { addMember } from "../../../settings/edit-members.ts";

export interface WrappedSettings {
  readonly text: string;
  /** The agents that are wrapped by this change. */
  readonly agents: readonly string[];
  /** Agents beside those that the editor fetches by itself, which have no command to change. */
  readonly added: readonly string[];
  /** Such agents that we do not know. */
  readonly skipped: readonly string[];
}

export interface WrapSettings {
  /** How this program is started. */
  readonly tenon: readonly [string, ...string[]];
  /** Where the agents are. */
  readonly key: string;
}

/** Undefined if the settings are no JSON. */
export function wrapAgents(text: string, { tenon, key }: WrapSettings): WrappedSettings | undefined {
  const parsed = parseJson(text);
  if (!parsed.isJson) return undefined;
  const at = pathTo("", key);
  const entries = Object.entries(objectOf(valueAt(parsed.value, key)));
  const replacements: Replacement[] = [];
  const [agents, added, skipped]: [string[], string[], string[]] = [[], [], []];
  const members: [name: string, entry: object][] = [];
  for (const [name, entry] of entries) {
    const own = stringOf(objectOf(entry)["command"]);
    const args = readArray(valueAt(entry, "args"), stringOf);
    const preset = own === undefined && isObject(entry) ? presetNamed(name) : undefined;
    if (preset) {
      const beside = `${preset.title} with Tenon`;
      if (!entries.some(([other]) => other === beside)) members.push([beside, wrappedPreset(preset, tenon, entry)]);
    } else if (own === undefined) skipped.push(name);
    else if (!isOurs(own, args)) {
      agents.push(name);
      replacements.push(...replacementsFor(pathTo(at, name), [...tenon, "wrap", "--", own, ...args], entry));
    }
  }
  const changed = members.reduce<string | undefined>(
    (before, [name, entry]) => {
      added.push(name);
      return before === undefined ? undefined : addMember(before, at, name, entry);
    },
    replaceValues(text, replacements),
  );
  return changed === undefined ? undefined : { text: changed, agents, added, skipped };
}

/** An agent of the editor's registry as one with a command, with the variables that the user has set for it. */
function wrappedPreset({ name }: AgentPreset, [command, ...words]: WrapSettings["tenon"], entry: unknown): object {
  const env = valueAt(entry, "env");
  return { type: "custom", command, args: [...words, "wrap", name], ...(isObject(env) && { env }) };
}

/** Wrapped already, or our own agent, which has the tools anyway. */
function isOurs(command: string, args: readonly string[]): boolean {
  const at = args.findIndex((word) => word === "wrap" || word === "agent");
  const program = [command, ...args.slice(0, Math.max(0, at))].join(" ");
  return at !== -1 && /(?:^|[/\\ ])tenon(?:\.mjs|\.cmd)?(?: |$)/.test(program);
}

function replacementsFor(agent: string, line: readonly string[], entry: unknown): readonly Replacement[] {
  const path = pathTo(agent, "command");
  const [command = "", ...args] = line;
  const list = `[${args.map((word) => JSON.stringify(word)).join(", ")}]`;
  if (valueAt(entry, "args") !== undefined) {
    return [
      { path, text: JSON.stringify(command) },
      { path: pathTo(agent, "args"), text: list },
    ];
  }
  return [{ path, text: `${JSON.stringify(command)}, "args": ${list}` }];
}
