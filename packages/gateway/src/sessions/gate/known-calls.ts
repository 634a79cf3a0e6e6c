/**
 * What an agent has reported of its tool calls: a question about one often leaves out what came before, and the rules
 * should have all of it.
 */

import type { AnyNotification, RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

import { paramsOf } from "../../wire/message.ts";

export interface KnownCalls {
  see(message: AnyNotification): void;
  /** With what the request itself does not say. */
  complete(request: RequestPermissionRequest): RequestPermissionRequest;
}

// Questions are about calls that have just begun.
const MAX_CALLS = 200;
const FIELDS = ["title", "name", "kind", "rawInput", "locations", "content", "_meta"];

export function createKnownCalls(): KnownCalls {
  const calls = new Map<string, JsonObject>();
  return {
    see(message) {
      if (message.method !== "session/update") return;
      const update = objectOf(paramsOf(message)["update"]);
      const kind = update["sessionUpdate"];
      const id = stringOf(update["toolCallId"]);
      if (id === undefined || (kind !== "tool_call" && kind !== "tool_call_update")) return;
      const known = { ...calls.get(id), ...knownFields(update) };
      calls.delete(id);
      calls.set(id, known);
      const [oldest] = calls.keys();
      if (calls.size > MAX_CALLS && oldest !== undefined) calls.delete(oldest);
    },
    complete: (request) => ({
      ...request,
      toolCall: {
        ...calls.get(request.toolCall.toolCallId),
        ...knownFields({ ...request.toolCall }),
        toolCallId: request.toolCall.toolCallId,
      },
    }),
  };
}

function knownFields(update: JsonObject): JsonObject {
  return Object.fromEntries(
    FIELDS.flatMap((name) => (update[name] === undefined || update[name] === null ? [] : [[name, update[name]]])),
  );
}
