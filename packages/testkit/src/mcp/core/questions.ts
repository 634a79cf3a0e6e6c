/**
 * What a server of revision 2025-11-25 asks its client in requests of its own.
 */

import { isObject, type JsonObject, whenAborted } from "@tenon/basis";

import type { Channel } from "./channel.ts";
import { missingCapabilities, type ClientRequest } from "./client-request.ts";
import { request, type InboundResponse, type RequestId } from "./json-rpc.ts";
import type { ClientAnswer, Inquiry } from "./run-call.ts";
import type { World } from "./world.ts";

export interface Questions {
  ask(
    inquiry: Inquiry,
    client: { readonly channel: Channel; readonly clientCapabilities: JsonObject },
  ): Promise<ClientAnswer>;
  settle(response: InboundResponse): void;
}

export function createQuestions(world: World): Questions {
  const asked = new Map<RequestId, (response: InboundResponse) => void>();
  let count = 0;
  return {
    async ask({ requests, signal }, { channel, clientCapabilities }) {
      const missing = Object.values(requests).map((question) => missingCapabilities(question, clientCapabilities));
      if (missing.some(Boolean) && !world.misbehaviour.ignoresClientCapabilities) {
        return { type: "refusal", reason: `The client cannot be asked: it lacks ${JSON.stringify(missing)}` };
      }
      const answering = Object.entries(requests).map(async ([name, question]) => {
        const answer = await askOne(question, channel, signal);
        return [name, answer] as const;
      });
      return { type: "answers", answers: Object.fromEntries(await Promise.all(answering)) };
    },
    settle: (response) => asked.get(response.id)?.(response),
  };

  async function askOne({ method, params }: ClientRequest, channel: Channel, signal: AbortSignal): Promise<unknown> {
    const id = count++;
    // Only this revision has an id for what happens at the URL.
    const extra = params["mode"] === "url" ? { elicitationId: `elicitation-${id}` } : {};
    const answered = new Promise<InboundResponse>((resolve) => asked.set(id, resolve));
    channel.send(request(id, method, { ...extra, ...params }));
    const response = await Promise.race([answered, whenAborted(signal)]);
    asked.delete(id);
    if (!response) return undefined;
    const answer = isObject(response.error) ? { error: response.error } : response.result;
    world.record({ type: "client-answer", method, answer });
    return answer;
  }
}
