/**
 * What a request that opens a session asks for. Requests that ask for the same can share the session as it is open; one
 * that asks for other servers gets those, if no other client uses the session [R51].
 */

import type { AnyRequest } from "@agentclientprotocol/sdk";
import { isString, itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { SessionScope } from "../sessions/live-session.ts";
import type { ClientLink } from "../wire/client-link.ts";
import { paramsOf, withParams } from "../wire/message.ts";
import { createClientTree } from "./client-tree.ts";
import { isAtClient } from "./wanted-place.ts";

export interface SessionSetup {
  readonly text: string;
}

export function setupOf(link: ClientLink, request: AnyRequest): SessionSetup {
  const params = paramsOf(request);
  const servers = itemsOf(params["mcpServers"]).map(withoutId);
  const directories = itemsOf(params["additionalDirectories"]);
  return { text: JSON.stringify([servers, directories, link.capabilities, link.wantsHost]) };
}

/** Those that a client provides have new ids on each connection. */
function withoutId(server: unknown): unknown {
  if (objectOf(server)["type"] !== "acp") return server;
  const { serverId: _, id: __, ...rest } = objectOf(server);
  return rest;
}

export function isSameSetup(one: SessionSetup, other: SessionSetup): boolean {
  return one.text === other.text;
}

export function scopeOf(request: AnyRequest): SessionScope {
  const params = paramsOf(request);
  const servers = itemsOf(params["mcpServers"]).flatMap((server) => stringOf(objectOf(server)["name"]) ?? []);
  return { roots: rootsOf(params), servers, ...(isAtClient(request) && { tree: createClientTree() }) };
}

/** The folder of a session, then the others; none if the request does not say. */
export function rootsOf({ cwd, additionalDirectories }: JsonObject): readonly string[] {
  return typeof cwd === "string" ? [cwd, ...itemsOf(additionalDirectories).filter(isString)] : [];
}

/** A request that names no folder, with the one that its session is known to be in. */
export function withFolder(request: AnyRequest, cwd: string | undefined): AnyRequest {
  const { cwd: given = null } = paramsOf(request);
  return given === null && cwd !== undefined ? withParams(request, { cwd }) : request;
}
