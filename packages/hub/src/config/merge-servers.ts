/**
 * The servers of one session: what its client gave, the functions of the program, and what is configured. All of them
 * on a name conflict, what was given to this session wins, with a warning.
 */

import { defined, isEqualJson, nearestWord } from "@tenon/basis";

import type { ServerSpec } from "../server-spec.ts";
import type { Problem } from "./problem.ts";

/** Clients leave the list out, or send what their language has for an empty one: that means none. */
export type ServerList = readonly ServerSpec[] | Readonly<Record<string, never>> | null | undefined;

export interface MergeOptions {
  readonly configured: readonly ServerSpec[];
  readonly client?: ServerList;
  readonly program?: ServerList;
  /** Which of the configured servers this session gets; all by default. */
  readonly select?: "all" | "none" | readonly string[];
}

export interface MergedServers {
  /** One of each name; the client's first, so that a limit never costs what was asked for. */
  readonly servers: readonly ServerSpec[];
  readonly problems: readonly Problem[];
}

export function mergeServers({ configured, client, program, select = "all" }: MergeOptions): MergedServers {
  const problems: Problem[] = [];
  const servers = new Map<string, ServerSpec>();
  const warn = (code: Problem["code"], server: string, message: string, file?: string) =>
    void problems.push({ level: "warning", code, server, message, ...defined({ file }) });

  for (const spec of listOf(client)) give({ ...spec, source: "client" });
  for (const spec of listOf(program)) give({ ...spec, source: "program" });
  for (const server of selected()) {
    const given = servers.get(server.name);
    if (given) noteOverridden(server, given);
    else servers.set(server.name, server);
  }
  return { servers: [...servers.values()], problems };

  function give(spec: ServerSpec & { readonly source: "client" | "program" }) {
    const name = freeName(spec.name);
    if (name !== spec.name) {
      warn("renamed", name, `Two servers are named "${spec.name}"; the second is renamed to "${name}".`);
    }
    servers.set(name, { ...spec, name });
  }

  function freeName(name: string): string {
    let free = name;
    for (let number = 2; servers.has(free); number += 1) free = `${name}-${number}`;
    return free;
  }

  function selected(): readonly ServerSpec[] {
    if (select === "all") return configured;
    if (select === "none") return [];
    const names = configured.map(({ name }) => name);
    for (const name of select) {
      if (names.includes(name)) continue;
      const nearest = nearestWord(name, names);
      const hint = nearest === undefined ? "." : `; did you mean "${nearest}"?`;
      warn("unknown_server", name, `No server named "${name}" is configured${hint}`);
    }
    return configured.filter(({ name }) => select.includes(name));
  }

  function noteOverridden(server: ServerSpec, given: ServerSpec) {
    if (isSameServer(server, given)) return;
    const { name, file = "the configuration" } = server;
    const giver = given.source === "client" ? "client" : "program";
    const message =
      server.type === "held" && server.state === "disabled"
        ? `The server "${name}" is disabled in ${file}, but the ${giver} provides it, so it is used.`
        : `The ${giver}'s server "${name}" is used instead of the one in ${file}.`;
    warn("overridden", name, message, server.file);
  }
}

function listOf(list: ServerList): readonly ServerSpec[] {
  return isList(list) ? list : [];
}

function isList(list: ServerList): list is readonly ServerSpec[] {
  return Array.isArray(list);
}

function isSameServer(one: ServerSpec, other: ServerSpec): boolean {
  const bare = (spec: ServerSpec) => ({
    ...spec,
    source: undefined,
    file: undefined,
    isTrusted: undefined,
    options: undefined,
  });
  return isEqualJson(bare(one), bare(other));
}
