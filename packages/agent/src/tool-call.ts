/**
 * One tool call of a turn: shown to the client, allowed by the user, run, shown again. Its end is always reported, and
 * the model always gets a result.
 */

import { type ContentBlock, methods, type ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { ModelPart } from "@tenon/hub";

import { acpContent } from "./acp-content.ts";
import type { Message, ToolCall } from "./model.ts";
import { askPermission } from "./permission.ts";
import type { TurnOptions } from "./turn.ts";

type ToolMessage = Extract<Message, { role: "tool" }>;

export async function runToolCall(call: ToolCall, options: TurnOptions): Promise<ToolMessage> {
  const { sessionId, client, hub, signal } = options;
  const tool = hub.catalogue.byName.get(call.name);
  // Looking for tools changes nothing and reaches nobody, so nobody is asked.
  const isSearch = call.name === "find_tools";
  // The model's own ids may come again in a later turn; a client needs them unique in the session [R81].
  const toolCallId = options.newToolCallId();
  const update = (change: Omit<ToolCallUpdate, "toolCallId">) =>
    client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: "tool_call_update", toolCallId, ...change },
    });
  const show = (status: "completed" | "failed", blocks: readonly ContentBlock[], rawOutput?: unknown) => {
    const content = blocks.map((block) => ({ type: "content" as const, content: block }));
    return update({ status, content, ...(rawOutput !== undefined && { rawOutput }) });
  };
  const fail = async (reason: string) => {
    await show("failed", [{ type: "text", text: reason }]);
    return toolMessage(call, reason, true);
  };

  const shown = {
    toolCallId,
    title: tool ? `${tool.server}: ${tool.title}` : isSearch ? "Find tools" : call.name,
    name: call.name,
    kind: isSearch ? ("search" as const) : ("other" as const),
    status: "pending" as const,
    rawInput: call.args,
  };
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: "tool_call", ...shown },
  });
  try {
    if (!tool && !isSearch) return await fail(`There is no tool called ${call.name}.`);
    if (!isSearch && !(await askPermission({ client, sessionId, toolCall: shown, signal }))) {
      return await fail("The user did not allow this call.");
    }
    await update({ status: "in_progress" });
    const result = await hub.call(call.name, call.args, {
      signal,
      onProgress: ({ progress, total, message }) => {
        const share = total === undefined ? `${progress}` : `${progress} of ${total}`;
        void update({ content: [{ type: "content", content: { type: "text", text: message ?? share } }] });
      },
    });
    const status = result.forModel.isError ? "failed" : "completed";
    await show(status, acpContent(result.raw), result.raw.structuredContent ?? result.raw.content);
    return toolMessage(call, result.forModel.parts.map(partText).join("\n"), result.forModel.isError);
  } catch (error) {
    const message = signal.aborted ? "Cancelled." : error instanceof Error ? error.message : String(error);
    return await fail(message);
  }
}

function partText(part: ModelPart): string {
  return "text" in part ? part.text : `(${part.type}, ${part.mimeType})`;
}

function toolMessage(call: ToolCall, text: string, failed: boolean): ToolMessage {
  return { role: "tool", toolCallId: call.id, name: call.name, text, failed };
}
