/**
 * The agents that sessions of `tenon serve` may have, besides our own: those that were named, or else those that are
 * installed.
 */

import { type AgentPreset, droppedServer, installedVersion, listAgents, OWN_AGENT, resolveAgent } from "@tenon/client";
import { aboutAgent, type OtherAgent } from "@tenon/gateway";

import { findAgent } from "../../arguments/find-agent.ts";

export interface ServedAgents {
  readonly agents: readonly ServedAgent[];
  readonly defaultAgent: string;
}

export interface ServedAgent extends OtherAgent {
  /** The name of the known agent that it is. */
  readonly preset?: string | undefined;
}

/** Rejects if an agent that was named cannot be found. */
export async function servedAgents(typed: readonly string[] | undefined, cwd: string): Promise<ServedAgents> {
  if (typed === undefined || typed.length === 0) {
    const listed = await listAgents({ env: process.env, cwd });
    const installed = listed.filter(({ state }) => state === "installed");
    return {
      agents: await Promise.all(
        installed.map(({ preset, version }) => otherAgent({ name: preset.name, typed: preset.name, preset, version })),
      ),
      defaultAgent: OWN_AGENT,
    };
  }
  const found = await Promise.all(
    typed.map(async (typed) => ({ typed, ...(await findAgent(typed, cwd, { journal: true })) })),
  );
  const others = found.filter(({ name }) => name !== OWN_AGENT);
  return {
    agents: await Promise.all(
      others.map(async (each) => {
        // What npx fetches, or node runs, is in another package than the program.
        const isItself = each.preset !== undefined && each.fetches === undefined;
        return otherAgent({ ...each, version: isItself ? await installedVersion(each.program.command) : undefined });
      }),
    ),
    defaultAgent: found[0]?.name ?? OWN_AGENT,
  };
}

/** Looked for again at each start: it may have been updated meanwhile, and each session has its own folder. */
async function otherAgent({ name, typed, title, preset, version }: FoundAgent): Promise<ServedAgent> {
  return {
    name,
    preset: preset?.name,
    title: title ?? preset?.title ?? name,
    about: await aboutAgent(preset, version),
    takesFiles: preset?.failsWithFiles !== true,
    dropsServer: (server) => droppedServer(preset, server),
    program: async ({ cwd }) => (await resolveAgent(typed, { env: process.env, cwd })).program,
  };
}

interface FoundAgent {
  readonly name: string;
  readonly typed: string;
  readonly title?: string;
  readonly preset?: AgentPreset | undefined;
  readonly version?: string | undefined;
}
