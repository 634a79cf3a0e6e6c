/**
 * What a request that opens a session asks for. Requests that ask for the same can share the session as it is open; one
 * that asks for other servers gets those, if nobody else uses the session [R51].
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

import { paramsOf } from "../wire/message.ts";
import type { ClientLink } from "../wire/client-link.ts";

export interface SessionSetup {
  readonly link: ClientLink;
  readonly text: string;
  /** Its folder, then the others; none if the request does not say. */
  readonly roots: readonly string[];
  /** The names of its servers. */
  readonly servers: readonly string[];
  /** A server of the client's own, which is reached only through its connection. */
  readonly hasOwnServers: boolean;
}

export function setupOf(link: ClientLink, request: AnyRequest): SessionSetup {
  const params = paramsOf(request);
  const { mcpServers } = params;
  const servers: readonly unknown[] = Array.isArray(mcpServers) ? mcpServers : [];
  const directories = listOf(params["additionalDirectories"]);
  return {
    link,
    text: JSON.stringify([servers, directories, link.capabilities, link.wantsHost]),
    roots: rootsOf(params),
    servers: servers.flatMap((server) => stringOf(objectOf(server)["name"]) ?? []),
    hasOwnServers: servers.some((server) => objectOf(server)["type"] === "acp"),
  };
}

/** The folder of a session, then the others; none if the request does not say. */
export function rootsOf({ cwd, additionalDirectories }: JsonObject): readonly string[] {
  const others = listOf(additionalDirectories).filter((folder) => typeof folder === "string");
  return typeof cwd === "string" ? [cwd, ...others] : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function isSameSetup(one: SessionSetup, other: SessionSetup): boolean {
  const isReachable = one.link === other.link || (!one.hasOwnServers && !other.hasOwnServers);
  return one.text === other.text && isReachable;
}
