/**
 * Plays one turn of a scripted agent, step by step.
 *
 * Cancelling stops it at the step it is in. A tool call that is open then is reported as failed before the turn ends.
 */

import { errorMessage, untilAborted } from "@tenon/basis";

import { askPermission, callClient, runInTerminal } from "./agent-questions.ts";
import type { AskStep, McpStep, Step, ToolStep, Turn } from "./agent-script.ts";
import { RequestFailed } from "../wire/json-rpc.ts";
import { say, sendUpdate, type TurnContext } from "./turn-context.ts";

/** The result of the prompt; rejects with `RequestFailed` where the script says so. */
export async function playTurn(turn: Turn, context: TurnContext): Promise<{ readonly stopReason: string }> {
  const { onCancel = "stop" } = turn;
  const signal = onCancel === "ignore" ? new AbortController().signal : context.signal;
  try {
    await play(turn.steps, { ...context, signal });
    return { stopReason: turn.stopReason ?? "end_turn" };
  } catch (error) {
    if (!signal.aborted) throw error;
    if (onCancel === "never-answer") return new Promise(() => {});
    if (typeof onCancel === "object") throw new RequestFailed(onCancel.error);
    return { stopReason: "cancelled" };
  }
}

async function play(steps: readonly Step[], context: TurnContext): Promise<void> {
  for (const step of steps) {
    context.signal.throwIfAborted();
    await playStep(step, context);
  }
}

async function playStep(step: Step, context: TurnContext): Promise<void> {
  const { peer, host, sessionId, signal } = context;
  switch (step.type) {
    case "say":
    case "think":
      for (const text of [step.text].flat()) {
        const sessionUpdate = step.type === "say" ? "agent_message_chunk" : "agent_thought_chunk";
        const id = step.messageId === undefined ? {} : { messageId: step.messageId };
        await sendUpdate(context, { sessionUpdate, content: { type: "text", text }, ...id });
      }
      break;
    case "say-at-length":
      await say(context, "x".repeat(step.bytes));
      break;
    case "echo":
      await say(context, context.promptText);
      break;
    case "update":
      await peer.notify("session/update", { sessionId, update: step.update });
      break;
    case "tool":
      await playTool(step, context);
      break;
    case "mcp":
      await playMcp(step, context);
      break;
    case "ask":
      await playAsk(step, context);
      break;
    case "call":
      await say(context, await callClient(context, step.method, step.params ?? {}));
      break;
    case "terminal":
      await say(context, await runInTerminal(context, step));
      break;
    case "wait-for-cancel":
      await untilAborted(forEver(), signal);
      break;
    case "fail":
      throw new RequestFailed(step.error);
    case "stderr":
      await host.stderr(step.text.repeat(step.repeat ?? 1));
      break;
    case "write":
      await peer.write(step.text);
      break;
    case "exit":
      // What was sent before dying is on the wire; nothing is sent after.
      await peer.write("");
      host.exit(step.code);
      await forEver();
  }
}

async function playTool(step: ToolStep, context: TurnContext): Promise<void> {
  const { title, kind = "other", rawInput } = step;
  const toolCallId = step.toolCallId ?? context.newId("tool-call");
  const input = rawInput === undefined ? {} : { rawInput };
  await sendUpdate(context, { sessionUpdate: "tool_call", toolCallId, title, kind, status: "pending", ...input });
  let status: "completed" | "failed" = "failed";
  try {
    if (step.ask && (await askPermission(context, { type: "ask", title, toolCallId })) !== "allow") return;
    await sendUpdate(context, { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
    await play(step.steps ?? [], context);
    if (!step.fails) status = "completed";
  } finally {
    const content = [{ type: "content" as const, content: { type: "text" as const, text: step.output ?? "" } }];
    const output = step.output === undefined ? {} : { content };
    await sendUpdate(context, { sessionUpdate: "tool_call_update", toolCallId, status, ...output });
  }
}

async function playMcp(step: McpStep, context: TurnContext): Promise<void> {
  const { server, tool, title = `mcp__${server}__${tool}`, kind = "other", arguments: args = {}, ask } = step;
  const toolCallId = step.toolCallId ?? context.newId("tool-call");
  const input = step.hidesInput ? {} : { rawInput: step.rawInput ?? args };
  const send: typeof sendUpdate = async (...sent) => (step.isSilent ? undefined : await sendUpdate(...sent));
  await untilAborted(context.servers.listed(server, tool), context.signal);
  await send(context, { sessionUpdate: "tool_call", toolCallId, title, kind, status: "pending", ...input });
  let status: "completed" | "failed" = "failed";
  let text = "not allowed";
  try {
    const options = ask === true || ask === undefined ? {} : { options: ask };
    const isAsked =
      ask === undefined ? undefined : askPermission(context, { type: "ask", title, toolCallId, ...options });
    if (isAsked && (await isAsked) !== "allow") return;
    await send(context, { sessionUpdate: "tool_call_update", toolCallId, status: "in_progress" });
    const result = await untilAborted(context.servers.call(server, tool, args, context), context.signal);
    text = result.text;
    if (!result.isError) status = "completed";
  } catch (error) {
    context.signal.throwIfAborted();
    text = `failed: ${errorMessage(error)}`;
  } finally {
    const content = [{ type: "content" as const, content: { type: "text" as const, text } }];
    await send(context, { sessionUpdate: "tool_call_update", toolCallId, status, content });
    await say(context, text);
  }
}

async function playAsk(step: AskStep, context: TurnContext): Promise<void> {
  const asking = askPermission(context, step);
  if (step.isHasty) return void asking.catch(() => {}); // The turn ends without the answer.
  const picked = await asking;
  await play(step.picked?.[picked ?? ""] ?? step.otherwise ?? [], context);
}

function forEver(): Promise<void> {
  return new Promise(() => {});
}
