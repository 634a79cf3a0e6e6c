/**
 * The agents that editors are set up to start.
 */

import { isObject, objectOf, readArray, stringOf, valueAt } from "@tenon/basis";
import { findProgram, presetNamed, presetOfCommand } from "@tenon/client";
import { parseJson, readTextFile } from "@tenon/hub/config";

import { editors, locateFile, type Machine } from "../../../clients/locate-files.ts";
import type { EditorAgentFacts, GateFacts } from "../facts.ts";

export interface EditorFacts {
  readonly agents: readonly EditorAgentFacts[];
  readonly gates: readonly GateFacts[];
}

export async function readEditors(machine: Machine): Promise<EditorFacts> {
  const read = await Promise.all(
    editors.map(async ({ editor, file: name, key }): Promise<EditorFacts> => {
      const file = locateFile(name, machine);
      const found = await readTextFile(file);
      const parsed = found && "text" in found ? parseJson(found.text) : undefined;
      if (!parsed?.isJson) return { agents: [], gates: [] };
      const entries = Object.entries(objectOf(valueAt(parsed.value, key))).filter(([, entry]) => isObject(entry));
      const agents = await Promise.all(
        entries.map(([name, entry]) => agentOf({ editor, file, name }, objectOf(entry), machine)),
      );
      return { agents, gates: editor === "JetBrains" ? jetbrainsGates(parsed.value, file) : [] };
    }),
  );
  return { agents: read.flatMap(({ agents }) => agents), gates: read.flatMap(({ gates }) => gates) };
}

async function agentOf(
  where: Pick<EditorAgentFacts, "editor" | "file" | "name">,
  entry: Readonly<Record<string, unknown>>,
  machine: Machine,
): Promise<EditorAgentFacts> {
  const command = stringOf(entry["command"]);
  const args = readArray(entry["args"], stringOf);
  const preset = command === undefined ? presetNamed(where.name) : presetOfCommand(command, args);
  const wrapped = args.indexOf("wrap");
  const isWrapped =
    command !== undefined && wrapped !== -1 && /tenon/.test([command, ...args.slice(0, wrapped)].join(" "));
  const agent = isWrapped ? presetOfWords(args.slice(wrapped + 1)) : preset;
  const file =
    command === undefined ? undefined : await findProgram(command, { env: machine.environment, cwd: machine.home });
  return {
    ...where,
    isWrapped,
    isFound: command === undefined || file !== undefined,
    ...(agent && { agent: agent.name }),
    ...(command !== undefined && { command }),
  };
}

function presetOfWords(words: readonly string[]) {
  const [first = "", ...rest] = words.filter((word) => !word.startsWith("--"));
  return presetNamed(first) ?? presetOfCommand(first, rest);
}

/** Both switches are off where they are not written. */
function jetbrainsGates(settings: unknown, file: string): readonly GateFacts[] {
  const isOn = (name: string) =>
    valueAt(settings, "default_mcp_settings", name) === true ||
    Object.values(objectOf(valueAt(settings, "agent_servers"))).some((entry) => valueAt(entry, name) === true);
  return [
    ...(isOn("use_custom_mcp") ? [] : [{ code: "jetbrains_custom_mcp_off", client: "JetBrains", file } as const]),
    ...(isOn("use_idea_mcp") ? [] : [{ code: "jetbrains_idea_mcp_off", client: "JetBrains", file } as const]),
  ];
}
