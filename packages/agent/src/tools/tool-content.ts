/**
 * Text as the model and the client get it.
 */

import type { ContentBlock, ToolCallContent } from "@agentclientprotocol/sdk";

import { fenced } from "../acp-client/fenced.ts";
import type { ToolOutcome } from "./tool.ts";

/** For the model. */
export function textPart(text: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text };
}

/** For the client, which reads it as Markdown. */
export function textContent(text: string): ToolCallContent {
  return blockContent({ type: "text", text });
}

/** For the client, as it is and not as Markdown. */
export function fencedContent(text: string): ToolCallContent {
  return textContent(fenced(text));
}

export function blockContent(content: ContentBlock): ToolCallContent {
  return { type: "content", content };
}

/** A success that is text, the same for both. */
export function textOutcome(text: string): ToolOutcome {
  return { parts: [textPart(text)], content: [textContent(text)], isError: false };
}
