/**
 * The tool calls of one answer, side by side. Each is shown to the client from its beginning to its end, and each has a
 * result for the model: a failure, a rejection and a cancel are results too.
 */

import type { ToolCallContent, ToolCallUpdate } from "@agentclientprotocol/sdk";

import type { ToolCall, ToolResult } from "../model/model.ts";
import { ToolError } from "../tools/tool-error.ts";
import type { PreparedCall, ToolOutcome } from "../tools/tool.ts";
import type { Toolbox, Turn } from "./turn.ts";

export async function runToolCalls(
  calls: readonly ToolCall[],
  toolbox: Toolbox,
  turn: Turn,
): Promise<readonly ToolResult[]> {
  const prepared = await Promise.all(calls.map((call) => prepare(call, toolbox, turn)));
  // The model's own ids may come again in a later answer; a client needs them unique in the session [R81].
  const begun = prepared.map(({ call, plan }) => ({ call, plan, toolCallId: turn.newId("call") }));
  // All are shown, in the model's order, before the first of them asks or runs.
  for (const { call, plan, toolCallId } of begun) {
    await turn.client.update({
      sessionUpdate: "tool_call",
      toolCallId,
      title: plan instanceof Error ? call.name : plan.title,
      name: call.name,
      kind: plan instanceof Error ? "other" : plan.kind,
      status: "pending",
      rawInput: call.malformed ?? call.args,
      ...(!(plan instanceof Error) && plan.locations && { locations: [...plan.locations] }),
      ...(!(plan instanceof Error) && plan.content && { content: [...plan.content] }),
    });
  }
  return await Promise.all(
    begun.map(async ({ call, plan, toolCallId }) => {
      const { parts, isError } = await finish(call, plan, toolCallId, turn);
      return { toolCallId: call.id, name: call.name, parts, isError };
    }),
  );
}

interface Prepared {
  readonly call: ToolCall;
  readonly plan: PreparedCall | Error;
}

async function prepare(call: ToolCall, toolbox: Toolbox, { signal }: Turn): Promise<Prepared> {
  const refuse = (reason: string) => ({ call, plan: new ToolError(reason) });
  if (call.malformed !== undefined) return refuse("The arguments were not a JSON object. Call the tool again.");
  const tool = toolbox.find(call.name);
  if (!tool) return refuse(`There is no tool called ${call.name}.`);
  try {
    return { call, plan: await tool.prepare(call.args, { signal }) };
  } catch (error) {
    return { call, plan: error instanceof Error ? error : new Error(String(error)) };
  }
}

async function finish(
  call: ToolCall,
  plan: PreparedCall | Error,
  toolCallId: string,
  turn: Turn,
): Promise<ToolOutcome> {
  const { client, signal, meta } = turn;
  const update = (change: Omit<ToolCallUpdate, "toolCallId">) =>
    client.update({ sessionUpdate: "tool_call_update", toolCallId, ...change });
  const fail = async (reason: string): Promise<ToolOutcome> => {
    await update({ status: "failed", content: [said(reason)] });
    return { parts: [{ type: "text", text: reason }], isError: true };
  };
  try {
    if (plan instanceof Error) throw plan;
    const permit = await turn.permit({ toolCallId, name: call.name, args: call.args, prepared: plan, signal });
    signal.throwIfAborted();
    if (!permit.isAllowed) return await fail(permit.reason);
    await update({ status: "in_progress" });
    const outcome = await plan.run({ toolCallId, signal, show: update, ...(meta && { meta }) });
    const { isError, content, locations, rawOutput } = outcome;
    await update({
      status: isError ? "failed" : "completed",
      ...(content && { content: [...content] }),
      ...(locations && { locations: [...locations] }),
      ...(rawOutput !== undefined && { rawOutput }),
    });
    return outcome;
  } catch (error) {
    if (signal.aborted) return await fail("Cancelled.");
    return await fail(error instanceof Error ? error.message : String(error));
  }
}

function said(text: string): ToolCallContent {
  return { type: "content", content: { type: "text", text } };
}
