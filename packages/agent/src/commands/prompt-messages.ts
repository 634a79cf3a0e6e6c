/**
 * What a server's prompt says, as the messages of a turn.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { resultBlocks } from "@tenon/hub/display";

import type { PromptMessage } from "../mcp/lists/server-prompts.ts";
import type { Message, Model } from "../model/model.ts";
import { promptParts } from "../history/prompt-parts.ts";

export function promptMessages(options: {
  readonly messages: readonly PromptMessage[];
  /** What else the user's prompt held. */
  readonly others: readonly ContentBlock[];
  /** What the user typed. */
  readonly line: string;
  readonly accepts: Model["accepts"];
}): readonly Message[] {
  const { messages, others, line, accepts } = options;
  const read = messages.map(({ role, content }): Message => {
    const blocks = resultBlocks({ content: [content] });
    if (role === "user")
      return {
        role,
        parts: promptParts(
          blocks.map((block) => taken(block, accepts)),
          accepts,
        ),
      };
    const text = blocks.map((block) => (block.type === "text" ? block.text : `(${block.type})`)).join("\n");
    return { role, parts: [{ type: "text", text }] };
  });
  const attached = promptParts(others, accepts);
  const isUserLast = read.at(-1)?.role === "user";
  if (attached.length === 0 && isUserLast) return read;
  // The last word is the user's: most models cannot go on with their own.
  const words = isUserLast ? [] : [{ type: "text" as const, text: line }];
  return [...read, { role: "user", parts: [...words, ...attached] }];
}

/** A server does not know what the model takes, and its prompt should not fail for it. */
function taken(block: ContentBlock, accepts: Model["accepts"]): ContentBlock {
  const isTaken = (block.type !== "image" && block.type !== "audio") || accepts[block.type];
  return isTaken ? block : { type: "text", text: `(${block.type}, which this model does not take)` };
}
