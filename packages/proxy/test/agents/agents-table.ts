import { formatDuration } from "@tenon/basis";

import type { AgentTraits } from "../../src/agents/agent-traits.ts";
import { knownAgents, unknownAgent } from "../../src/agents/known-agents.ts";

/** The rows of the table in docs/agents.md, cells without padding. */
export function agentsTable(): readonly (readonly string[])[] {
  return [...knownAgents, unknownAgent].map(rowOf);
}

function rowOf(agent: AgentTraits): readonly string[] {
  const { name, takes, launch, prefix, nameLength, resultCharacters, callMs, isKeptByProgress, drops, evidence } =
    agent;
  return [
    name === "unknown" ? "any other" : `\`${name}\``,
    takes.join(", ") || (launch === undefined ? "nothing" : "an extension"),
    prefix === "" ? String(nameLength) : `${nameLength} after \`${prefix}\``,
    callMs === undefined ? "waits" : `${formatDuration(callMs)}${isKeptByProgress ? ", restarted by progress" : ""}`,
    resultCharacters.toLocaleString("en"),
    drops.join(", ") || "nothing",
    agent.followsChanges ? "yes" : "no",
    ASKS[agent.asks],
    evidence.how === "assumed" ? "assumed" : `${evidence.how}, ${evidence.version}`,
  ];
}

const ASKS = { always: "yes", "unless-read-only": "unless read-only", never: "no", unknown: "not known" } as const;
