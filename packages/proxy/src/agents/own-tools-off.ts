/**
 * Switches an agent's own tools for files and commands off: when it is started, or when a session is opened.
 */

import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { isObject, type JsonObject, objectOf, parseJson } from "@tenon/basis";
import type { AgentProgram } from "@tenon/client";

import type { AgentTraits, OwnTools } from "./agent-traits.ts";
import { agentNamed } from "./traits-of.ts";

/** `replaced`: what lent tools replace. `all`: also what lists and searches, because the files are on another machine. */
export type OwnToolsOff = "replaced" | "all";

/** The program as it is to be started; unchanged if nothing can be switched off at the start. `folder` keeps its settings. */
export async function withoutOwnTools(
  program: AgentProgram,
  options: { readonly preset: string | undefined; readonly off: OwnToolsOff; readonly folder: string },
): Promise<AgentProgram> {
  const { ownTools } = agentNamed(options.preset) ?? {};
  if (!ownTools) return program;
  const names = namesOf(ownTools, options.off);
  const { off } = ownTools;
  if (off.type === "variable") return withVariable(program, off.variable, names);
  if (off.type === "flag")
    return withArguments(
      program,
      names.flatMap((name) => [off.flag, name]),
    );
  if (off.type === "rules-file") return withArguments(program, [off.flag, await rulesFile(names, options.folder)]);
  return program;
}

/** What is to be added to `_meta` of the request that opens a session; undefined if nothing is. */
export function metaWithoutOwnTools(
  { ownTools }: Pick<AgentTraits, "ownTools">,
  given: unknown,
  off: OwnToolsOff,
): JsonObject | undefined {
  if (ownTools?.off.type !== "meta") return undefined;
  const names = namesOf(ownTools, off);
  return withNames(objectOf(given), ownTools.off.path, names);
}

function namesOf({ replaced, searching }: OwnTools, off: OwnToolsOff): readonly string[] {
  return off === "all" ? [...replaced, ...searching] : replaced;
}

/** What the user has set there stays. */
function withVariable(program: AgentProgram, variable: string, names: readonly string[]): AgentProgram {
  const before = parseJson(program.env[variable] ?? "");
  const value = { ...(isObject(before) && before), ...Object.fromEntries(names.map((name) => [name, "deny"])) };
  return { ...program, env: { ...program.env, [variable]: JSON.stringify(value) } };
}

function withArguments(program: AgentProgram, args: readonly string[]): AgentProgram {
  return { ...program, args: [...(program.args ?? []), ...args] };
}

/** Named after its content, so that two starts write the same. */
async function rulesFile(names: readonly string[], folder: string): Promise<string> {
  const rule = (name: string) => `[[rule]]\ntoolName = "${name}"\ndecision = "deny"\npriority = 999\n`;
  const text = names.map(rule).join("\n");
  const path = join(folder, `own-tools-${createHash("sha256").update(text).digest("hex").slice(0, 12)}.toml`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

function withNames(at: JsonObject, [key, ...rest]: readonly string[], names: readonly string[]): JsonObject {
  if (key === undefined) return at;
  if (rest.length > 0) return { ...at, [key]: withNames(objectOf(at[key]), rest, names) };
  const before: readonly unknown[] = Array.isArray(at[key]) ? at[key] : [];
  return { ...at, [key]: [...before, ...names] };
}
