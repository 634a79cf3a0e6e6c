/**
 * One answer of the model, shown as it comes, and kept in the history when it is whole. Cut off by a cancel, what was
 * written so far is kept: the user has read it, and the model should know. Calls that were only begun are ended.
 */

import type { StopReason } from "@agentclientprotocol/sdk";

import { errorCode, type Operation } from "@tenon/basis";

import { callsOf } from "../history/close-open-calls.ts";
import type { Model, ModelEvent, ModelRequest } from "../model/model.ts";
import { leftOutNotice, refusedNotice } from "./media-notices.ts";
import { retryNotice } from "./retry-notice.ts";
import { createShownCalls, type ReadyCall } from "./shown-calls.ts";
import type { Toolbox, Turn } from "./turn.ts";

type Finish = Extract<ModelEvent, { readonly type: "finish" }>;

const STOP_REASONS: Readonly<Record<Finish["reason"], StopReason>> = {
  stop: "end_turn",
  "tool-calls": "end_turn",
  length: "max_tokens",
  refusal: "refusal",
};

export interface Answered {
  readonly calls: readonly ReadyCall[];
  readonly reason: StopReason;
  /** Resolves when the answer is in the history. Not waited for here, so that a permission request goes into the same commit. */
  readonly kept: Promise<unknown>;
}

export async function answerOnce(turn: Turn): Promise<Answered> {
  const { client, history, signal } = turn;
  const [model, toolbox] = [turn.model(), turn.toolbox()];
  signal.throwIfAborted();
  const calls = createShownCalls(turn, toolbox);
  const messageId = turn.newId("message");
  let thoughtId = turn.newId("message");
  let streamed = "";
  let finish: Finish | undefined;
  const request = turn.telemetry.begin("model_request", { model: model.id }, turn.meta);
  try {
    for await (const event of ask({ turn, model, toolbox, meta: request.meta })) {
      signal.throwIfAborted();
      switch (event.type) {
        case "text-delta":
          streamed += event.text;
          await client.update({ sessionUpdate: "agent_message_chunk", messageId, content: text(event.text) });
          break;
        case "thought-delta":
          await client.update({
            sessionUpdate: "agent_thought_chunk",
            messageId: thoughtId,
            content: text(event.text),
          });
          break;
        case "retry":
          await calls.end(event.reason);
          // What it thinks now is another thought, not more of the first.
          thoughtId = turn.newId("message");
          await client.notice(retryNotice(event));
          break;
        case "tool-call-start":
          await calls.begin(event);
          break;
        case "tool-call":
          await calls.complete(event);
          break;
        case "finish":
          finish = event;
          break;
        default:
          await tellOmission(event, turn, model);
      }
    }
    if (!finish) throw new Error(`${model.id} closed the stream without a finish event`);
    endRequest(turn, request, finish.usage);
    toolbox.seen();
    const kept = Promise.all([history.add(finish.message), turn.context.afterStep(model, finish.usage)]);
    kept.catch(() => {}); // The turn waits for it.
    return { calls: await calls.settle(callsOf(finish.message)), reason: STOP_REASONS[finish.reason], kept };
  } catch (error) {
    if (!finish) request.end(signal.aborted ? "cancelled" : "failed", { "error.type": errorCode(error) });
    await calls.end(signal.aborted ? "Cancelled." : "The model's answer was interrupted.");
    if (streamed !== "" && !finish) await history.add({ role: "assistant", parts: [{ type: "text", text: streamed }] });
    throw error;
  }
}

function ask(options: {
  readonly turn: Turn;
  readonly model: Model;
  readonly toolbox: Toolbox;
  readonly meta: ModelRequest["meta"];
}): AsyncIterable<ModelEvent> {
  const { turn, model, toolbox, meta } = options;
  const { history, signal } = turn;
  const thoughtLevel = turn.thoughtLevel();
  return model.answer({
    system: [...turn.system(), ...toolbox.notes],
    messages: history.messages,
    tools: toolbox.definitions,
    session: history,
    signal,
    ...(thoughtLevel && { thoughtLevel }),
    ...(meta && { meta }),
  });
}

type Omission = Extract<ModelEvent, { readonly type: "tool-set-aside" | "media-left-out" | "media-refused" }>;

/** What the request went without. */
async function tellOmission(event: Omission, { client, history }: Turn, { id }: Model): Promise<void> {
  switch (event.type) {
    case "tool-set-aside": {
      const title = `${id} cannot use the tool ${event.name}`;
      await client.notice({ severity: "warning", title, description: event.reason });
      break;
    }
    case "media-left-out":
      await client.notice(leftOutNotice(event, id));
      break;
    case "media-refused":
      await history.refuseMedia(event.data);
      await client.notice(refusedNotice(event, id));
      break;
  }
}

function endRequest({ telemetry }: Turn, request: Operation, usage: Finish["usage"]): void {
  const { input = 0, output = 0, cachedRead = 0 } = usage ?? {};
  telemetry.count("model_tokens", input, "input");
  telemetry.count("model_tokens", output, "output");
  telemetry.count("model_tokens", cachedRead, "cached");
  request.end("ok", { inputTokens: input, outputTokens: output });
}

function text(text: string) {
  return { type: "text" as const, text };
}
