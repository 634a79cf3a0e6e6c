/**
 * HTTP in either revision. 2026-07-28 has no sessions; in the 2025 revisions each client has one, with a stream for what the
 * endpoint sends unasked.
 *
 * Every answer is an event stream from its first moment, with comments to keep it alive: a host that receives nothing gives
 * up [W22].
 */

import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import { parseJson } from "@tenon/basis";

import type { ServerMaker } from "../mcp-server.ts";
import { boundedEvents } from "./bounded-events.ts";
import { type Door, log, notify, notifyUpdate } from "./door.ts";
import { createHttpSessions, failure } from "./http-sessions.ts";

export interface HttpDoor extends Door {
  /** Never rejects. */
  handle(request: Request): Promise<Response>;
}

const MAX_BODY_BYTES = 64 * 1024 * 1024;

export function createHttpDoor(
  maker: ServerMaker,
  { maxSessions }: { readonly maxSessions?: number | undefined } = {},
): HttpDoor {
  const sessions = createHttpSessions(maker, { maxSessions, maxBodyBytes: MAX_BODY_BYTES });
  const newer = createMcpHandler(({ era }) => maker.make(era).server, {
    legacy: "reject",
    responseMode: "sse",
    maxRequestBodySize: MAX_BODY_BYTES,
  });
  let isClosed = false;

  return {
    async handle(request) {
      if (isClosed) return failure(503, "The endpoint is closed");
      try {
        const isOlder = await isLegacyRequest(request, undefined, { maxRequestBodySize: MAX_BODY_BYTES });
        return isOlder ? boundedEvents(await sessions.handle(request)) : await handleNewer(request);
      } catch {
        return failure(500, "Internal error");
      }
    },
    changed(list) {
      ({
        tools: newer.notify.toolsChanged,
        resources: newer.notify.resourcesChanged,
        prompts: newer.notify.promptsChanged,
      })[list]();
      for (const { server } of sessions.open) notify(server, list);
    },
    updated(uri) {
      newer.notify.resourceUpdated(uri);
      for (const { server, isFollowing } of sessions.open) notifyUpdate(server, uri, isFollowing(uri));
    },
    logged(message) {
      for (const { server, accepts } of sessions.open) if (accepts(message.level)) log(server, message);
    },
    async close() {
      isClosed = true;
      await newer.close();
      await sessions.close();
    },
  };

  async function handleNewer(request: Request): Promise<Response> {
    const isListen = request.headers.get("mcp-method") === "subscriptions/listen";
    // Read from a copy: the handler reads the request itself.
    const following = isListen ? maker.listen(parseJson(await request.clone().text())) : undefined;
    const end = () => following?.[Symbol.dispose]();
    try {
      return boundedEvents(await newer.fetch(request), end);
    } catch (error) {
      end();
      throw error;
    }
  }
}
