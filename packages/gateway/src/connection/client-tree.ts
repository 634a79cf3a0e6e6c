/**
 * Sessions whose folders are on a client's machine: `_meta.tenon.tree` of the requests that open them.
 */

import { type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import type { Journal, SessionRecord } from "@tenon/journal";

import type { ClientTree, LiveSession } from "../sessions/live-session.ts";
import type { ClientLink } from "../wire/client-link.ts";
import { paramsOf, withParams, withTenonMeta } from "../wire/message.ts";
import { isAtClient, recordedPlace } from "./wanted-place.ts";

/** A client that reconnects is the same by what it calls itself. */
export function createClientTree(): ClientTree {
  const links = new WeakSet<ClientLink>();
  const ids = new Set<string>();
  return {
    add(link) {
      links.add(link);
      if (link.clientId !== undefined) ids.add(link.clientId);
    },
    isHeldBy: (link) => links.has(link) || (link.clientId !== undefined && ids.has(link.clientId)),
  };
}

/** The client has declared that the folders of a session are on its machine. */
export function holdTree({ scope }: LiveSession, link: ClientLink, request: AnyRequest): void {
  if (isAtClient(request)) (scope.tree ??= createClientTree()).add(link);
}

/**
 * The request with where the session's folders are, which may have been declared when it was begun, to a gateway that has gone.
 * Rejects if it says otherwise.
 */
export async function withRecordedTree(
  request: AnyRequest,
  journal: Journal,
  session: SessionRecord,
): Promise<AnyRequest> {
  const recorded = await recordedPlace(journal, session);
  if (recorded.isAtClient) return withParams(request, withTenonMeta(paramsOf(request), { tree: "client" }));
  if (!isAtClient(request)) return request;
  throw RequestError.invalidParams(
    { path: "_meta.tenon.tree" },
    "the folders of this session are on the agent's machine, not on the client's",
  );
}
