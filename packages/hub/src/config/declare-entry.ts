/**
 * A server from an entry that stands in another program's file: checked against the schema of `tenon.json`, with its
 * variables put in. Nothing of it is started.
 */

import type { ServerSpec } from "../server-spec.ts";
import { checkConfiguration } from "./check/check-configuration.ts";
import { declareServer, type WrittenServer } from "./declare-server.ts";
import type { Surroundings } from "./expand-text.ts";
import { pathTo } from "./json/parse-json.ts";
import type { Problem } from "./problem.ts";

export type ForeignEntry = Omit<WrittenServer, "entry"> & { readonly entry: unknown };

/** Never fails: a server whose entry cannot be used is held, with the reason. */
export function declareEntry(
  written: ForeignEntry,
  surroundings: Surroundings,
): { readonly server: ServerSpec; readonly problems: readonly Problem[] } {
  const { name, source, file, path, placeOf } = written;
  const { sound, faults } = checkConfiguration({ mcpServers: { [name]: written.entry } });
  const entry = sound.mcpServers?.[name];
  if (entry) return declareServer({ ...written, entry }, surroundings);
  const checked = pathTo("mcpServers", name);
  const problems = faults.map(({ path: faulty, message }): Problem => {
    const place = path + faulty.slice(checked.length);
    return { level: "error", code: "invalid", message, server: name, file, path: place, ...placeOf(place) };
  });
  const reason = problems.map((problem) => `${problem.path}: ${problem.message}`).join("; ");
  return { server: { type: "held", name, source, file, state: "failed", reason }, problems };
}
