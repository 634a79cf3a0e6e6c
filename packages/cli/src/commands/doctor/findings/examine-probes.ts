/** What agents did that were started: those that failed, and transports by which nothing arrives. */

import { type AgentFacts, type Facts, type ProbeFacts, STEPS } from "../facts.ts";
import type { Finding } from "./finding.ts";

export function examineProbes({ probes, agents }: Pick<Facts, "probes" | "agents">): readonly Finding[] {
  const absent = agents.filter(({ isAskedFor, state }) => isAskedFor === true && state !== "installed");
  return [...absent.map(notInstalled), ...probes.flatMap((probe) => findingsOf(probe, { probes, agents }))];
}

function notInstalled({ preset }: AgentFacts): Finding {
  const subject = { type: "agent", id: preset.name } as const;
  const cause = "it is not installed, so it was not started";
  return { severity: "error", code: "not_installed", subject, cause, fix: `install it: ${preset.install}` };
}

function findingsOf(probe: ProbeFacts, { probes, agents }: Pick<Facts, "probes" | "agents">): readonly Finding[] {
  const { agent, isWrapped, proof, failure, servers } = probe;
  const subject = { type: "agent", id: agent } as const;
  const how = proof === "live model" ? "with its own model" : isWrapped ? "through `tenon wrap`" : "directly";
  if (failure !== undefined) {
    const cause = `started ${how}, ${failure}`;
    const fix = `start it directly and sign in, or check its log`;
    return [{ severity: isWrapped ? "warning" : "error", code: "probe_failed", subject, cause, fix }];
  }
  return servers.flatMap((server): readonly Finding[] => {
    if (!("transport" in server) || isSeen(server.reached)) return [];
    // A model may also not do what it was asked for.
    if (proof === "live model" && server.reached === "listed") return [];
    const searches = agents.some(({ preset }) => preset.name === agent && preset.searchesTools === true);
    if (searches && server.reached === "listed") {
      const cause = `${how}, tools that arrive over ${server.transport} are not in the first requests: its model has to search for them`;
      return [{ severity: "note", code: "searched", subject, cause }];
    }
    const cause = `${how}, a server that a client sends over ${server.transport} reaches "${server.reached}" but is not in any request to the model`;
    const fix = isWrapped ? "write its servers into the agent's own configuration" : fixFor(agent, probes);
    return [{ severity: "warning", code: "not_offered", subject, cause, fix }];
  });
}

function isSeen(step: (typeof STEPS)[number]): boolean {
  return STEPS.indexOf(step) >= STEPS.indexOf("offered");
}

function fixFor(agent: string, probes: readonly ProbeFacts[]): string {
  const wrapped = probes.find((probe) => probe.agent === agent && probe.isWrapped && probe.failure === undefined);
  const arrives = wrapped?.servers.some((server) => "transport" in server && isSeen(server.reached)) ?? false;
  return arrives ? `start it as \`tenon wrap ${agent}\`` : "write its servers into the agent's own configuration";
}
