/**
 * Decides how a tool is included, from what is set for the agent and the session, for it and for its server.
 *
 * The most specific setting wins: session before agent, tool before server, and a plain name before a pattern.
 */

import { matchesGlob } from "@tenon/basis";

import type { CatalogueTool, IncludeMode } from "./catalogue-tool.ts";

/** By server's name. */
export type IncludeRules = Readonly<Record<string, ServerInclude>>;

export interface ServerInclude {
  readonly include?: IncludeMode;
  /** By tool's name, as the server calls it. `*` stands for anything: `delete_*`. */
  readonly tools?: Readonly<Record<string, IncludeMode>>;
}

export interface IncludeLevels {
  readonly agent?: IncludeRules;
  readonly session?: IncludeRules;
}

export interface ResolvedInclude {
  /** Undefined when nothing is set. */
  readonly mode: IncludeMode | undefined;
  readonly setBy: "session, for this tool" | "session" | "agent, for this tool" | "agent" | "declaration" | "default";
}

export function resolveInclude(tool: CatalogueTool, { agent, session }: IncludeLevels = {}): ResolvedInclude {
  const inSession = own(session, tool.server);
  const inAgent = own(agent, tool.server);
  const words: readonly ResolvedInclude[] = [
    { mode: modeOfTool(inSession, tool.tool), setBy: "session, for this tool" },
    { mode: inSession?.include, setBy: "session" },
    { mode: modeOfTool(inAgent, tool.tool), setBy: "agent, for this tool" },
    { mode: inAgent?.include, setBy: "agent" },
    { mode: tool.include, setBy: "declaration" },
  ];
  return words.find(({ mode }) => mode !== undefined) ?? { mode: undefined, setBy: "default" };
}

function modeOfTool(server: ServerInclude | undefined, tool: string): IncludeMode | undefined {
  const exact = own(server?.tools, tool);
  if (exact !== undefined) return exact;
  const patterns = Object.entries(server?.tools ?? {}).filter(
    ([pattern]) => pattern.includes("*") && matchesGlob(pattern, tool),
  );
  // The longer pattern says more of the name.
  return patterns.toSorted(([a], [b]) => b.length - a.length || (a < b ? -1 : 1))[0]?.[1];
}

// A server may be called `constructor`.
function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
