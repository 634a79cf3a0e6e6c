/**
 * One turn: from a prompt to its stop reason.
 *
 * Every update is on the wire before the turn returns, every tool call that was begun is ended, and every call in the
 * history has a result, so that the history stays valid for any model whatever happened.
 */

import type { AgentContext, SessionUpdate, StopReason } from "@agentclientprotocol/sdk";
import { methods } from "@agentclientprotocol/sdk";
import type { Hub } from "@tenon/hub";

import type { Message, Model, ToolCall } from "./model.ts";
import { runToolCall } from "./tool-call.ts";

// A model that calls tools for ever would otherwise spend the user's money for ever.
const MOST_STEPS = 50;

export interface TurnOptions {
  readonly sessionId: string;
  readonly model: Model;
  readonly hub: Hub;
  readonly client: AgentContext;
  /** Appended to as the turn goes on. */
  readonly history: Message[];
  readonly signal: AbortSignal;
  readonly newToolCallId: () => string;
}

export async function runTurn(options: TurnOptions): Promise<StopReason> {
  const { history, signal } = options;
  try {
    for (let step = 0; step < MOST_STEPS; step += 1) {
      await options.hub.ready({ signal });
      signal.throwIfAborted();
      const { toolCalls, reason } = await answerOnce(options);
      if (toolCalls.length === 0) return reason;
      history.push(...(await Promise.all(toolCalls.map((call) => runToolCall(call, options)))));
      signal.throwIfAborted();
    }
    return "max_turn_requests";
  } catch (error) {
    if (signal.aborted) return "cancelled";
    throw error;
  }
}

async function answerOnce(options: TurnOptions): Promise<{ toolCalls: readonly ToolCall[]; reason: StopReason }> {
  const { sessionId, model, hub, client, history, signal } = options;
  const prompt = history.findLast((message) => message.role === "user")?.text ?? "";
  const { tools } = hub.offer(prompt);
  const update = (update: SessionUpdate) => client.notify(methods.client.session.update, { sessionId, update });
  let text = "";
  const toolCalls: ToolCall[] = [];
  let reason: StopReason = "end_turn";
  for await (const event of model.answer({ messages: history, tools, signal })) {
    signal.throwIfAborted();
    hub.seen(tools.map(({ name }) => name));
    switch (event.type) {
      case "text-delta":
        text += event.text;
        await update({ sessionUpdate: "agent_message_chunk", content: { type: "text", text: event.text } });
        break;
      case "thought-delta":
        await update({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: event.text } });
        break;
      case "tool-call":
        toolCalls.push({ id: event.id, name: event.name, args: event.args });
        break;
      case "finish":
        reason = event.reason === "length" ? "max_tokens" : event.reason === "refusal" ? "refusal" : "end_turn";
        break;
    }
  }
  history.push({ role: "assistant", text, toolCalls });
  return { toolCalls, reason };
}
