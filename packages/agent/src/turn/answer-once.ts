/**
 * One answer of the model, shown as it comes, and kept in the history when it is whole. Cut off by a cancel, what was
 * said so far is kept: the user has read it, and the model should know.
 */

import type { StopReason } from "@agentclientprotocol/sdk";

import { callsOf } from "../history/close-open-calls.ts";
import type { ModelEvent, ToolCall } from "../model/model.ts";
import type { Toolbox, Turn } from "./turn.ts";

type Finish = Extract<ModelEvent, { readonly type: "finish" }>;

const STOP_REASONS: Readonly<Record<Finish["reason"], StopReason>> = {
  stop: "end_turn",
  "tool-calls": "end_turn",
  length: "max_tokens",
  refusal: "refusal",
};

export async function answerOnce(
  turn: Turn,
): Promise<{ readonly calls: readonly ToolCall[]; readonly reason: StopReason; readonly toolbox: Toolbox }> {
  const { client, history, signal, meta } = turn;
  const [model, system, toolbox] = await Promise.all([turn.model(), turn.system(), turn.toolbox()]);
  const thoughtLevel = turn.thoughtLevel();
  signal.throwIfAborted();
  const messageId = turn.newId("message");
  const thoughtId = turn.newId("message");
  let said = "";
  let finish: Finish | undefined;
  try {
    const answer = model.answer({
      system,
      messages: history.messages,
      tools: toolbox.definitions,
      signal,
      ...(thoughtLevel && { thoughtLevel }),
      ...(meta && { meta }),
    });
    for await (const event of answer) {
      signal.throwIfAborted();
      switch (event.type) {
        case "text-delta":
          said += event.text;
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
          await client.notice({
            severity: "warning",
            title: `${event.reason}; trying again in ${Math.ceil(event.delayMs / 1000)} s`,
          });
          break;
        case "tool-set-aside":
          await client.notice({
            severity: "warning",
            title: `${model.id} does not take the tool ${event.name}`,
            description: event.reason,
          });
          break;
        case "tool-call":
          break;
        case "finish":
          finish = event;
          break;
      }
    }
  } catch (error) {
    if (said !== "") await history.add({ role: "assistant", parts: [{ type: "text", text: said }] });
    throw error;
  }
  if (!finish) throw new Error(`${model.id} ended its answer without saying that it had`);
  toolbox.seen();
  await history.add(finish.message);
  await turn.context.afterStep(model, finish.usage);
  return { calls: callsOf(finish.message), reason: STOP_REASONS[finish.reason], toolbox };
}

function text(text: string) {
  return { type: "text" as const, text };
}
