/**
 * All servers of one file. Those of a project's file wait until the user has trusted them; until then they are not
 * even looked at beyond what a person needs to decide.
 */

import { pathTo } from "./json/parse-json.ts";
import type { HeldServerSpec, ServerSpec } from "../server-spec.ts";
import { type WrittenServer, declareServer, variablesOf } from "./declare-server.ts";
import type { Surroundings } from "./expand-text.ts";
import type { Problem } from "./problem.ts";
import type { ReadConfiguration } from "./read-configuration-file.ts";
import { type TrustRequest, trustRequest } from "./trust-request.ts";

export interface FileContext {
  readonly source: "user" | "project";
  readonly surroundings: Surroundings;
  /** The project's folder, by its real path. */
  readonly folder: string;
  /** What is not will be shown as waiting. */
  readonly isTrusted: (request: TrustRequest) => Promise<boolean>;
  readonly isCodeVariable: (name: string) => boolean;
}

export interface ServerOfFile {
  readonly server: ServerSpec;
  /** Whether it may take the place of another of its name: only if the user wrote or trusted it. */
  readonly counts: boolean;
}

export async function declareServers(
  reading: ReadConfiguration,
  context: FileContext,
): Promise<{ readonly servers: readonly ServerOfFile[]; readonly problems: readonly Problem[] }> {
  const { file, faultyServers } = reading;
  const { source } = context;
  const problems: Problem[] = [];
  const servers: ServerOfFile[] = [];
  for (const written of writtenServers()) {
    const request = source === "project" ? requestFor(written) : undefined;
    if (request && !(await context.isTrusted(request))) {
      const reason = `waits for trust: its declaration in ${file} has not been trusted yet`;
      servers.push({ server: held(written.name, "waiting for trust", reason), counts: false });
    } else {
      const declared = declareServer(written, context.surroundings);
      problems.push(...declared.problems);
      servers.push({ server: declared.server, counts: true });
    }
  }
  for (const [name, reason] of faultyServers) {
    servers.push({ server: held(name, "failed", reason), counts: source === "user" });
  }
  return { servers, problems };

  function held(name: string, state: HeldServerSpec["state"], reason: string): HeldServerSpec {
    return { type: "held", name, source, file, state, reason };
  }

  function writtenServers(): Iterable<WrittenServer> {
    const { content, positionOf } = reading;
    const all = new Map<string, WrittenServer>();
    for (const list of ["mcpServers", "servers"] as const) {
      for (const [name, entry] of Object.entries(content[list] ?? {})) {
        const path = pathTo(list, name);
        if (!all.has(name)) all.set(name, { name, entry, source, file, path, positionOf });
        else {
          const message = "is ignored: mcpServers declares a server of the same name";
          problems.push({
            level: "warning",
            code: "overridden",
            message,
            server: name,
            file,
            path,
            ...positionOf(path),
          });
        }
      }
    }
    return all.values();
  }

  function requestFor(written: WrittenServer): TrustRequest {
    return trustRequest({
      folder: context.folder,
      file,
      server: written.name,
      written: written.entry,
      reads: variablesOf(written),
      codeVariables: Object.keys(written.entry.env ?? {}).filter(context.isCodeVariable),
    });
  }
}
