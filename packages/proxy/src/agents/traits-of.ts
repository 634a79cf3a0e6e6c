/**
 * Which of the known agents is on the other side, and by which door it comes in.
 */

import { objectOf, stringOf } from "@tenon/basis";
import { presetNamed, presetOfAgent } from "@tenon/client";

import type { AgentTraits, DoorKind } from "./agent-traits.ts";
import { knownAgents, unknownAgent } from "./known-agents.ts";

export interface AgentIdentity {
  /** How it was made to connect by itself, if it was. */
  readonly launched?: AgentTraits["launch"] | undefined;
  /** The preset that it was started by, if by one. */
  readonly preset?: string | undefined;
  /** The result of its `initialize`. */
  readonly initialized: unknown;
}

/** What it says of itself counts before the name that was typed: a program of that name may be another's. */
export function traitsOf({ launched, ...identity }: AgentIdentity): AgentTraits {
  const traits = known(identity);
  return launched !== undefined && traits.launch === launched ? { ...traits, takes: ["launch"] } : traits;
}

function known({ preset, initialized }: Omit<AgentIdentity, "launched">): AgentTraits {
  const { name, title, version } = objectOf(objectOf(initialized)["agentInfo"]);
  const info = { name: stringOf(name) ?? "", title: stringOf(title) ?? null };
  const found =
    knownAgents.find((agent) => isNamed(agent, info.name, stringOf(version) ?? "")) ??
    agentNamed(presetOfAgent(info)?.name) ??
    agentNamed(preset === undefined ? undefined : (presetNamed(preset)?.name ?? preset));
  if (found) return found;
  const { http } = objectOf(objectOf(objectOf(initialized)["agentCapabilities"])["mcpCapabilities"]);
  return http === true ? { ...unknownAgent, takes: ["stdio", "http"] } : unknownAgent;
}

/**
 * Undefined if it takes none. An agent whose environment names an HTTP proxy may send loopback through it: it is given a
 * process instead, if it takes one.
 */
export function doorFor(
  { takes }: Pick<AgentTraits, "takes">,
  environment: Readonly<Record<string, string | undefined>>,
): DoorKind | undefined {
  return takes.includes("stdio") && isLoopbackProxied(environment) ? "stdio" : takes[0];
}

/** By its preset. */
export function agentNamed(name: string | undefined): AgentTraits | undefined {
  return knownAgents.find((agent) => agent.name === name);
}

function isNamed({ agentInfo }: AgentTraits, name: string, version: string): boolean {
  return agentInfo !== undefined && agentInfo.names.includes(name) && (agentInfo.version?.test(version) ?? true);
}

const PROXIES = ["HTTP_PROXY", "ALL_PROXY"];

function isLoopbackProxied(environment: Readonly<Record<string, string | undefined>>): boolean {
  const value = (name: string) => environment[name] || environment[name.toLowerCase()] || "";
  if (PROXIES.every((name) => value(name) === "")) return false;
  const excluded = value("NO_PROXY").split(/[\s,]+/);
  return !excluded.some((host) => host === "*" || host === "127.0.0.1" || host === "127.0.0.0/8");
}
