/**
 * Blocks as the model and the client get them.
 */

import type { ContentBlock, ToolCallContent } from "@agentclientprotocol/sdk";
import { textContent, textPart } from "@tenon/workspace";

import type { ToolOutcome } from "./tool.ts";

/** For the client. */
export function blockContent(content: ContentBlock): ToolCallContent {
  return { type: "content", content };
}

/** A success that is text, the same for both. */
export function textOutcome(text: string): ToolOutcome {
  return { parts: [textPart(text)], content: [textContent(text)], isError: false };
}
