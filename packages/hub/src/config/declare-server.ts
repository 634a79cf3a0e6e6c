/**
 * One entry of a file, with what came of it: a server whose variables are not set fails alone, before anything starts
 * [P30].
 */

import type { ServerSpec } from "../server-spec.ts";
import type { ServerEntry } from "./configuration-file.ts";
import { expander, expandText, type Surroundings } from "./expand-text.ts";
import { pathTo, type Position } from "./json/parse-json.ts";
import type { Problem } from "./problem.ts";
import { isDisabled, specFromEntry } from "./spec-from-entry.ts";
import { checkConfiguration } from "./check/check-configuration.ts";

export interface WrittenServer {
  readonly name: string;
  readonly entry: ServerEntry;
  readonly source: "user" | "project";
  readonly file: string;
  /** Where the entry is in its file. */
  readonly path: string;
  readonly positionOf: (path: string) => Position | undefined;
}

export function declareServer(
  written: WrittenServer,
  surroundings: Surroundings,
): { readonly server: ServerSpec; readonly problems: readonly Problem[] } {
  const { name, entry, source, file, path, positionOf } = written;
  const held = { type: "held", name, source, file } as const;
  if (isDisabled(entry)) return { server: { ...held, state: "disabled", reason: "it is disabled" }, problems: [] };

  const problems: Problem[] = [];
  const { workspaceFolder } = surroundings;
  const result = specFromEntry(entry, { name, source, path, workspaceFolder, expand: expander(surroundings, note) });
  // An address without its variable is no address either, but that is not what is wrong with it.
  if ("fault" in result && problems.length === 0) note("invalid", result.fault, path);
  if ("spec" in result && problems.length === 0) {
    // A project's server comes here only when it has been trusted.
    return { server: { ...result.spec, file, ...(source === "project" && { isTrusted: true }) }, problems };
  }
  const reason = problems.map((problem) => `${problem.path}: ${problem.message}`).join("; ");
  return { server: { ...held, state: "failed", reason }, problems };

  function note(code: Problem["code"], message: string, at: string) {
    problems.push({ level: "error", code, message, server: name, file, path: at, ...positionOf(at) });
  }
}

/** The variables of the environment that an entry names. */
export function variablesOf({ name, entry, source, path }: WrittenServer): readonly string[] {
  const reads = new Set<string>();
  specFromEntry(entry, { name, source, path, workspaceFolder: "", expand });
  return [...reads];

  function expand(text: string): string {
    for (const variable of expandText(text, { environment: {}, workspaceFolder: "" }).reads) reads.add(variable);
    return text;
  }
}

export type ForeignEntry = Omit<WrittenServer, "entry"> & { readonly entry: unknown };

/** Never fails: a server whose entry cannot be used is held, with the reason. */
export function declareEntry(
  written: ForeignEntry,
  surroundings: Surroundings,
): { readonly server: ServerSpec; readonly problems: readonly Problem[] } {
  const { name, source, file, path, positionOf } = written;
  const { sound, faults } = checkConfiguration({ mcpServers: { [name]: written.entry } });
  const entry = sound.mcpServers?.[name];
  if (entry) return declareServer({ ...written, entry }, surroundings);
  const checked = pathTo("mcpServers", name);
  const problems = faults.map(({ path: faulty, message }): Problem => {
    const at = path + faulty.slice(checked.length);
    return { level: "error", code: "invalid", message, server: name, file, path: at, ...positionOf(at) };
  });
  const reason = problems.map((problem) => `${problem.path}: ${problem.message}`).join("; ");
  return { server: { type: "held", name, source, file, state: "failed", reason }, problems };
}
