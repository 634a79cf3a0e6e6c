/**
 * A question of permission to the user. Resolves with the option they chose; undefined if they chose none. Rejects on a
 * cancel, and if the client cannot be asked.
 */

import { setImmediate } from "node:timers/promises";

import { methods, type RequestPermissionRequest } from "@agentclientprotocol/sdk";

import { readChosenOption } from "./client-answer.ts";
import type { SessionClient } from "./session-client.ts";

export async function askUser(
  client: SessionClient,
  question: Omit<RequestPermissionRequest, "sessionId">,
  { signal }: { readonly signal: AbortSignal },
): Promise<string | undefined> {
  signal.throwIfAborted();
  const request: RequestPermissionRequest = { sessionId: client.sessionId, ...question };
  const answer = await client.context.request(methods.client.session.requestPermission, request, {
    cancellationSignal: signal,
    // A client that never answers must not hold up a cancel.
    stopWaitingOnCancel: true,
  });
  // A cancel that the client sent before this answer may take longer to reach us.
  await setImmediate();
  signal.throwIfAborted();
  return readChosenOption(answer);
}
