/**
 * The agents that run for one connection: one of each name, started when it is first needed, and sent the client's
 * `initialize`.
 */

import type { AnyNotification, AnyRequest } from "@agentclientprotocol/sdk";
import { formatDuration, type JsonObject, stringOf, within } from "@tenon/basis";
import { AgentError, OWN_AGENT } from "@tenon/client";

import type { Core } from "./core.ts";
import type { HostedAgent } from "../upstream/hosted-agent.ts";
import type { AgentStart } from "../upstream/other-agent.ts";
import { paramsOf, tenonMeta } from "../wire/message.ts";
import type { ClientLink } from "../wire/client-link.ts";

export interface ConnectionAgents {
  /** The one that everything goes to which names no other. */
  main(): HostedAgent;
  /** Which agent a request asks for. */
  nameIn(params: JsonObject): string;
  /** Resolves when it knows the client. Rejects if there is no such agent, or it cannot be started. */
  named(name: string, place: AgentStart): Promise<HostedAgent>;
  /** The agent that a message of no session is for. */
  forMessage(message: AnyRequest | AnyNotification): HostedAgent;
  /** The client's `initialize`, which the other agents are sent too. */
  introduction: AnyRequest | undefined;
  /** Those that have no session end. */
  endUnused(): void;
}

export function createConnectionAgents(core: Core, link: ClientLink, mainAgent: string | undefined): ConnectionAgents {
  const mainName = mainAgent ?? core.defaultAgent;
  const agents = new Map<string, HostedAgent>();
  // The client itself waits for what its `initialize` was answered with.
  const introducedByClient = new WeakSet<HostedAgent>();
  const self: ConnectionAgents = {
    introduction: undefined,
    main: () => hosted(mainName, { cwd: undefined }),
    nameIn: (params) => stringOf(tenonMeta(params)["agent"]) ?? mainName,
    async named(name, place) {
      const agent = hosted(name, place);
      if (!introducedByClient.has(agent)) await introduced(agent);
      return agent;
    },
    forMessage(message) {
      return agents.get(self.nameIn(paramsOf(message))) ?? self.main();
    },
    endUnused() {
      for (const agent of agents.values()) agent.endIfUnused();
    },
  };
  return self;

  async function introduced({ name, upstream, introduced }: HostedAgent): Promise<void> {
    const { clock, limits } = core.services;
    const isIntroduced = introduced.then(() => true);
    if (await within(limits.startMs, isIntroduced, { clock })) return;
    void upstream.close();
    throw new AgentError("agent_silent", `${name} did not answer initialize within ${formatDuration(limits.startMs)}`);
  }

  /** Ours works wherever a session says; another one is started anew, without its own tools for files. */
  function isMain(name: string, { isAtClient = false }: AgentStart): boolean {
    return name === mainName && (!isAtClient || name === OWN_AGENT);
  }

  function hosted(name: string, place: AgentStart): HostedAgent {
    const isApart = place.isAtClient === true && name !== OWN_AGENT;
    const key = isApart ? `${name} at the client` : name;
    const known = agents.get(key);
    const isStale = place.isFresh === true && known?.isOwn === false && known.sessions.size === 0;
    if (isStale) void known?.upstream.close();
    // One that has died is started anew.
    if (known && !known.upstream.isOver && !isStale) return known;
    const agent = core.host(name, link, place);
    agents.set(key, agent);
    const { introduction } = self;
    // The main one gets it from the client itself; but only the first time.
    if (isMain(name, place) && !known) introducedByClient.add(agent);
    else if (introduction) agent.introduce({ ...introduction, params: paramsOf(introduction) }, () => {});
    return agent;
  }
}
