/**
 * Tries the agents that were asked for, one after the other: each bare, then through `tenon wrap`.
 */

import { isEqualJson } from "@tenon/basis";
import type { AgentProgram } from "@tenon/client";

import { acpServer } from "../../../arguments/acp-server.ts";
import type { AgentFacts, ProbeFacts, ServerFacts } from "../facts.ts";
import { probeLive } from "./live-probe.ts";
import { type LentServer, probeOnStandIn, type ProbeOptions } from "./stand-in-probe.ts";

export type ProbeAgentsOptions = Omit<ProbeOptions, "preset" | "file" | "servers" | "wrap"> & {
  readonly cwd: string;
  /** Also with one prompt to the user's own model, in the user's folder. */
  readonly isLive: boolean;
  readonly agents: readonly AgentFacts[];
  /** Those that list their tools are sent along. */
  readonly servers: readonly ServerFacts[];
  /** How `tenon` is started. */
  readonly tenon: readonly [command: string, ...args: string[]];
};

export async function probeAgents(options: ProbeAgentsOptions): Promise<readonly ProbeFacts[]> {
  const { agents, tenon, isLive, ...shared } = options;
  const servers = lent(options.servers);
  const [command, ...args] = tenon;
  const wrap = ({ command: agent, args: own = [], ...rest }: AgentProgram): AgentProgram => {
    return { ...rest, command, args: [...args, "wrap", "--no-journal", "--", agent, ...own] };
  };
  const probes: ProbeFacts[] = [];
  for (const { preset, file } of agents) {
    if (file === undefined) continue;
    probes.push(await probeOnStandIn({ ...shared, preset, file, servers }));
    probes.push(await probeOnStandIn({ ...shared, preset, file, servers, wrap }));
    if (isLive) probes.push(await probeLive({ ...shared, preset, file }));
  }
  return probes;
}

/** One of each name, since some agents refuse a session in which two have one; two clients may declare the same one. */
function lent(servers: readonly ServerFacts[]): readonly LentServer[] {
  const listed = servers.filter(({ check }) => check?.state === "listed");
  const byName = Map.groupBy(listed, ({ name }) => name);
  return [...byName.values()].flatMap(([first, ...others]): readonly LentServer[] => {
    const entry = first && acpServer(first.spec);
    if (!entry) return [];
    const same = [first, ...others.filter(({ spec }) => isEqualJson(acpServer(spec), entry))];
    return [{ ids: same.map(({ id }) => id), name: first.name, entry, tools: first.check?.tools ?? [] }];
  });
}
