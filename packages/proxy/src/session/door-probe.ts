/**
 * Finds out by which door an agent that is not known comes for its tools: a session in which it does not come gets a notice,
 * and the next one offers another door.
 */

import type { AgentTraits, DoorKind } from "../agents/agent-traits.ts";
import { byFindings } from "../agents/door-memory.ts";
import type { ToolsOptions } from "./tools-options.ts";

export interface DoorProbe {
  /** Whether the agent has come by the end of its first turn. What to say if it has not. */
  end(hasCome: boolean): string;
}

interface Probed extends Pick<ToolsOptions, "doorMemory"> {
  readonly traits: AgentTraits;
  readonly agent: string | undefined;
}

/** The best first. */
export function doorsToTry({ traits, agent, doorMemory }: Probed): readonly DoorKind[] {
  const isProbed = traits.evidence.how === "assumed" && agent !== undefined && doorMemory !== undefined;
  return isProbed ? byFindings(traits.takes, doorMemory.recall(agent)) : traits.takes;
}

export function createDoorProbe(options: Probed & { readonly kind: DoorKind }): DoorProbe {
  const { traits, agent, kind, doorMemory } = options;
  return {
    end(hasCome) {
      if (traits.evidence.how === "assumed" && agent !== undefined) doorMemory?.remember(agent, kind, hasCome);
      const [next = kind] = doorsToTry(options);
      const over = traits.evidence.how === "assumed" ? ` over ${kind}` : "";
      const advice = next === kind ? "" : ` The next session offers it over ${next}.`;
      return `It did not connect to the MCP server that it was given${over}.${advice}`;
    },
  };
}
