/**
 * The endpoints of one session: `tenon` with every tool, and the tools that are lent under a name of their own.
 */

import type { SessionHub } from "@tenon/hub";
import type { EndpointCall, EndpointPermit, EndpointTool, FunctionTool } from "@tenon/hub/endpoint";

import type { AgentTraits } from "../agents/agent-traits.ts";
import { ENDPOINT_NAME } from "../doors/doors.ts";
import type { LentTools } from "./lent/lent-tools.ts";
import { openSessionEndpoint } from "./session-endpoint.ts";

export interface SessionEndpoints {
  /** For the agent's `mcpServers`. */
  readonly entries: readonly object[];
  /** By the name at an endpoint, without the agent's prefix. */
  find(name: string): EndpointTool | undefined;
  cancelCalls(reason: Error): void;
  /** Never rejects: what could not be opened has been reported. */
  close(): Promise<void>;
}

type One = Parameters<typeof openSessionEndpoint>[0];

export interface SessionEndpointsOptions extends Pick<One, "kind" | "doors" | "onSecrets" | "onWarning" | "onEvent"> {
  readonly hub: Promise<SessionHub>;
  readonly version: string;
  readonly traits: AgentTraits;
  /** The name of the server that has the lent tools, if any are lent. */
  readonly clientTools?: string | undefined;
  readonly lent: LentTools | undefined;
  readonly permit: (call: EndpointCall) => Promise<EndpointPermit>;
  /** Behind the names, where the sessions of an agent must not have the same; empty by default. */
  readonly suffix?: string;
}

type Named = Pick<SessionEndpointsOptions, "clientTools" | "kind" | "suffix">;

/** How the agent knows them. */
export function endpointNames(options: Named): readonly string[] {
  return baseNames(options).map((name) => `${name}${options.suffix ?? ""}`);
}

function baseNames({ clientTools, kind }: Named): readonly string[] {
  // An agent that connects by itself has one connection, and no names for servers.
  const isOne = clientTools === undefined || clientTools === ENDPOINT_NAME || kind === "launch";
  return isOne ? [ENDPOINT_NAME] : [ENDPOINT_NAME, clientTools];
}

export function openSessionEndpoints(options: SessionEndpointsOptions): SessionEndpoints {
  const { hub, version, traits, clientTools, lent, suffix = "", ...rest } = options;
  const endpoints = baseNames(options).map((base) => {
    const functions: readonly FunctionTool[] =
      base === clientTools || rest.kind === "launch" ? (lent?.functions ?? []) : [];
    const ofHub = base === ENDPOINT_NAME ? { hub } : { searchTools: false };
    const name = `${base}${suffix}`;
    return openSessionEndpoint({ ...rest, ...ofHub, functions, serverInfo: { name, version }, taker: traits });
  });
  return {
    entries: endpoints.flatMap(({ entry }) =>
      entry ? [{ ...entry, ...(traits.entryMeta && { _meta: traits.entryMeta }) }] : [],
    ),
    find: (name) => endpoints.map((each) => each.find(name)).find((found) => found !== undefined),
    cancelCalls: (reason) => endpoints.forEach((each) => each.cancelCalls(reason)),
    close: async () => void (await Promise.allSettled(endpoints.map((each) => each.close()))),
  };
}
