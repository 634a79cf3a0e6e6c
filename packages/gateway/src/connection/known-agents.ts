/**
 * The agents that sessions can have, and what has been learned of each while it ran.
 */

import { modesWith } from "@tenon/agent";
import { type AgentPreset, OWN_AGENT } from "@tenon/client";

import type { AgentView } from "../gateway.ts";
import type { GatewaySettings, OtherAgent } from "../gateway-options.ts";

export interface KnownAgents {
  /** The default one first. */
  readonly views: readonly AgentView[];
  other(name: string): OtherAgent | undefined;
  titleOf(name: string): string;
  /** Whether files may be offered to it. */
  takesFiles(name: string): boolean;
  /** It has turned out to be an agent that we know. */
  learnPreset(name: string, preset: AgentPreset): void;
  learn(name: string, facts: LearnedFacts): void;
}

/** What an agent says of itself while it runs. */
export type LearnedFacts = Pick<AgentView, "modes" | "version" | "signIn">;

export function createKnownAgents({ ownAgent, agents, defaultAgent, onWarning }: GatewaySettings): KnownAgents {
  const others = new Map(agents.map((agent) => [agent.name, agent]));
  const failWithFiles = new Set<string>();
  const known = [{ name: OWN_AGENT, title: "Tenon" }, ...agents.map(({ name, title = name }) => ({ name, title }))];
  const sorted = known.toSorted(
    (one, other) => Number(other.name === defaultAgent) - Number(one.name === defaultAgent),
  );
  /** Modes of others are known once one of their sessions has been opened. */
  const learned = new Map<string, Omit<AgentView, "name" | "title">>([
    [OWN_AGENT, { modes: modesWith(ownAgent.modes).map(({ id, name, description }) => ({ id, name, description })) }],
    ...agents.map(({ name, about = {} }) => [name, about] as const),
  ]);
  return {
    get views() {
      return sorted.map((view) => ({ ...view, ...learned.get(view.name) }));
    },
    other: (name) => others.get(name),
    titleOf: (name) => known.find((view) => view.name === name)?.title ?? name,
    // Ours has those of this machine anyway, and the same policy.
    takesFiles: (name) => !failWithFiles.has(name) && (others.get(name)?.takesFiles ?? name !== OWN_AGENT),
    learnPreset(name, { failsWithFiles, title }) {
      if (!failsWithFiles || failWithFiles.has(name) || others.get(name)?.takesFiles === false) return;
      failWithFiles.add(name);
      onWarning(
        `${name} is ${title}, which fails when it is offered files: they are not offered from its next start on`,
      );
    },
    learn: (name, facts) => void learned.set(name, { ...learned.get(name), ...facts }),
  };
}
