/**
 * One tool call of a turn: shown to the client, allowed by the user, run, shown again. Its end is always reported, and
 * the model always gets a result.
 */

import { type ContentBlock, methods, type ToolCallUpdate } from "@agentclientprotocol/sdk";
import type { HubTool } from "@tenon/hub";

import { acpContent, blockText } from "./acp-content.ts";
import type { Message, ToolCall } from "./model.ts";
import { askPermission } from "./permission.ts";
import type { TurnOptions } from "./turn.ts";

type ToolMessage = Extract<Message, { role: "tool" }>;

export async function runToolCall(
  call: ToolCall,
  tools: readonly HubTool[],
  options: TurnOptions,
): Promise<ToolMessage> {
  const { sessionId, client, hub, signal } = options;
  const tool = tools.find(({ name }) => name === call.name);
  // The model's own ids may come again in a later turn; a client needs them unique in the session [R81].
  const toolCallId = options.newToolCallId();
  const update = (change: Omit<ToolCallUpdate, "toolCallId">) =>
    client.notify(methods.client.session.update, {
      sessionId,
      update: { sessionUpdate: "tool_call_update", toolCallId, ...change },
    });
  const end = async (status: "completed" | "failed", blocks: readonly ContentBlock[], rawOutput?: unknown) => {
    const content = blocks.map((block) => ({ type: "content" as const, content: block }));
    await update({ status, content, ...(rawOutput !== undefined && { rawOutput }) });
    return toolMessage(call, blocks, status === "failed");
  };

  const shown = {
    toolCallId,
    title: tool ? `${tool.server}: ${tool.title}` : call.name,
    name: call.name,
    kind: "other" as const,
    status: "pending" as const,
    rawInput: call.args,
  };
  await client.notify(methods.client.session.update, {
    sessionId,
    update: { sessionUpdate: "tool_call", ...shown },
  });
  try {
    if (!tool) return await end("failed", [text(`There is no tool called ${call.name}.`)]);
    if (!(await askPermission({ client, sessionId, toolCall: shown, signal }))) {
      return await end("failed", [text("The user did not allow this call.")]);
    }
    await update({ status: "in_progress" });
    const result = await hub.call(call.name, call.args, {
      signal,
      onProgress: ({ progress, total, message }) => {
        const share = total === undefined ? `${progress}` : `${progress} of ${total}`;
        void update({ content: [{ type: "content", content: text(message ?? share) }] });
      },
    });
    const status = result.isError === true ? "failed" : "completed";
    return await end(status, acpContent(result), result.structuredContent ?? result.content);
  } catch (error) {
    const message = signal.aborted ? "Cancelled." : error instanceof Error ? error.message : String(error);
    return await end("failed", [text(message)]);
  }
}

function text(text: string): ContentBlock {
  return { type: "text", text };
}

function toolMessage(call: ToolCall, blocks: readonly ContentBlock[], failed: boolean): ToolMessage {
  const words = blocks.map(blockText).join("\n");
  return { role: "tool", toolCallId: call.id, name: call.name, text: words, failed };
}
