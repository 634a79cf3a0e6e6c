/**
 * The tool calls of one answer, side by side. Each is shown to the client to its end, and each has a result for the model:
 * a failure, a rejection and a cancel are results too.
 *
 * None runs before the answer that asked for it is kept: after a crash the session says what was called.
 */

import type { ToolCallUpdate } from "@agentclientprotocol/sdk";

import { defined, measured } from "@tenon/basis";
import { describeToClients } from "@tenon/journal/stream";
import { textContent } from "@tenon/workspace";

import type { ToolResult } from "../model/model.ts";
import type { ToolOutcome } from "../tools/tool.ts";
import type { ReadyCall } from "./shown-calls.ts";
import type { Turn } from "./turn.ts";

export async function runToolCalls(
  calls: readonly ReadyCall[],
  turn: Turn,
  kept: Promise<unknown>,
): Promise<readonly ToolResult[]> {
  return await Promise.all(
    calls.map(async (ready) => {
      const { parts, isError } = await run(ready, turn, kept);
      return { toolCallId: ready.call.id, name: ready.call.name, parts, isError };
    }),
  );
}

async function run({ call, plan, toolCallId }: ReadyCall, turn: Turn, kept: Promise<unknown>): Promise<ToolOutcome> {
  const { client, signal, meta } = turn;
  const update = (change: Omit<ToolCallUpdate, "toolCallId">) =>
    client.update({ sessionUpdate: "tool_call_update", toolCallId, ...change });
  const fail = async (reason: string): Promise<ToolOutcome> => {
    await update({ status: "failed", content: [textContent(reason)] });
    return { parts: [{ type: "text", text: reason }], isError: true };
  };
  try {
    if (plan instanceof Error) throw plan;
    const permit = await turn.permit({ toolCallId, name: call.name, args: call.args, prepared: plan, signal });
    await kept;
    signal.throwIfAborted();
    if (!permit.isAllowed) return await fail(permit.reason);
    // One commit has both: the approval, and the client's update about it.
    await Promise.all([update({ status: "in_progress" }), permit.recorded]);
    // This process may have been stopped for longer than its lease, and the other machine has asked about the call again.
    const isHeld = turn.isHeld();
    signal.throwIfAborted();
    if (!isHeld) throw new Error("Another machine may have taken the session over.");
    const running = turn.telemetry.begin("tool_call", { tool: call.name }, meta);
    const outcome = await measured(
      running,
      (meta) => plan.run({ toolCallId, signal, show: update, ...(meta && { meta }) }),
      { signal, outcomeOf: ({ isError }) => (isError ? "failed" : "ok") },
    );
    const { isError, content, locations, rawOutput } = outcome;
    await update({
      status: isError ? "failed" : "completed",
      ...(content && { content: [...content] }),
      ...(locations && { locations: [...locations] }),
      ...defined({ rawOutput }),
    });
    return outcome;
  } catch (error) {
    if (signal.aborted) return await fail("Cancelled.");
    return await fail(describeToClients(error));
  }
}
