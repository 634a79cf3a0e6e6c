/**
 * Tools, by their real names and by the names the model sees. People write rules with either, and a rule that never
 * matches is the most reported fault of permission systems [D-01].
 */

import { matchesGlob } from "@tenon/basis";

import { alternatives } from "../rule.ts";
import type { Subject, ToolCallSubject } from "../subject.ts";
import { defineFacet } from "./facet.ts";

interface ToolPattern {
  /** All of them must fit the server. */
  readonly servers: readonly string[];
  readonly tool: string;
  /** The pattern as it was written, if it is a whole name that the model sees. */
  readonly visibleName?: string | undefined;
}

const ANY: ToolPattern = { servers: [], tool: "*" };

export const toolFacet = defineFacet<ToolPattern, ToolCallSubject>({
  patterns(when, type) {
    if (type !== "tool-call") return undefined;
    const servers = alternatives(when.server)?.map((server) => [server]) ?? [[]];
    const tools = alternatives(when.tool)?.map(readToolPattern) ?? [ANY];
    return tools.flatMap(({ servers: named, tool, visibleName }) =>
      servers.map((given) => ({ servers: [...given, ...named], tool, visibleName })),
    );
  },
  values: (subject) => (subject.type === "tool-call" ? [withServer(subject)] : []),
  matches({ servers, tool, visibleName }, call) {
    // The name may end in a hash where real names do not fit into 64 safe characters; then only equality is decisive.
    const isNamed = visibleName !== undefined && call.name === visibleName;
    const needed = isNamed ? servers.slice(0, -1) : servers;
    return needed.every((server) => fitsName(server, call.server)) && (isNamed || fitsName(tool, call.tool));
  },
  covers: (outer, inner) =>
    outer.servers.every((server) => inner.servers.some((other) => matchesGlob(server, other))) &&
    matchesGlob(outer.tool, inner.tool),
});

/** Servers, where the question is not about one of their tools. */
export const serverFacet = defineFacet<string, string>({
  patterns: (when, type) => (type === "tool-call" ? undefined : alternatives(when.server)),
  values: (subject) => serverOf(subject),
  matches: fitsName,
  covers: matchesGlob,
});

function serverOf(subject: Subject): readonly string[] {
  return subject.type === "server" || subject.type === "environment" ? [subject.server] : [];
}

function readToolPattern(pattern: string): ToolPattern {
  const parts = splitVisibleName(pattern);
  if (!parts) return { servers: [], tool: pattern };
  const { server, tool } = parts;
  return { servers: [server], tool: tool ?? "*", visibleName: pattern.includes("*") ? undefined : pattern };
}

/** A client that sees another agent's calls knows no more of a tool than the name the model sees. */
function withServer(call: ToolCallSubject): ToolCallSubject {
  const parts = call.server === undefined ? splitVisibleName(call.tool) : undefined;
  return parts?.tool === undefined ? call : { ...call, name: call.tool, server: parts.server, tool: parts.tool };
}

// The first `__` ends the server's name. With any other reading, `mcp__github__*` would match server `github__x`.
function splitVisibleName(name: string): { readonly server: string; readonly tool?: string } | undefined {
  if (!name.startsWith("mcp__")) return undefined;
  const [, server = "", tool] = /^mcp__(.*?)(?:__(.*))?$/s.exec(name) ?? [];
  return tool === undefined ? { server } : { server, tool };
}

/** A name fits as it is, and as the model sees it. */
function fitsName(pattern: string, name: string | undefined): boolean {
  if (name === undefined) return false;
  return matchesGlob(pattern, name) || matchesGlob(pattern, name.replace(/[^A-Za-z0-9_-]/g, "_"));
}
