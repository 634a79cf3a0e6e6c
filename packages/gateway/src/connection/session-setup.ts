/**
 * What a request that opens a session asks for. Requests that ask for the same can share the session as it is open; one
 * that asks for other servers gets those, if nobody else uses the session [R51].
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";

import { fieldsOf, paramsOf } from "../wire/message.ts";
import type { ClientLink } from "./client-link.ts";

export interface SessionSetup {
  readonly link: ClientLink;
  readonly text: string;
  /** Its folder, then the others; none if the request does not say. */
  readonly roots: readonly string[];
  /** A server of the client's own, which is reached only through its connection. */
  readonly hasOwnServers: boolean;
}

export function setupOf(link: ClientLink, request: AnyRequest): SessionSetup {
  const { cwd, mcpServers, additionalDirectories } = paramsOf(request);
  const servers: readonly unknown[] = Array.isArray(mcpServers) ? mcpServers : [];
  const directories: readonly unknown[] = Array.isArray(additionalDirectories) ? additionalDirectories : [];
  return {
    link,
    text: JSON.stringify([servers, directories, link.capabilities, link.wantsHost]),
    roots: typeof cwd === "string" ? [cwd, ...directories.filter((folder) => typeof folder === "string")] : [],
    hasOwnServers: servers.some((server) => fieldsOf(server)["type"] === "acp"),
  };
}

export function isSameSetup(one: SessionSetup, other: SessionSetup): boolean {
  const isReachable = one.link === other.link || (!one.hasOwnServers && !other.hasOwnServers);
  return one.text === other.text && isReachable;
}
