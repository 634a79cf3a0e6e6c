import type { ToolCallContent } from "@agentclientprotocol/sdk";

/** Words for the model. */
export function said(text: string): { readonly type: "text"; readonly text: string } {
  return { type: "text", text };
}

/** The same for the client: as it is, and not as Markdown. The mark is longer than any in the text. */
export function shown(text: string): ToolCallContent {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const mark = "`".repeat(longest + 1);
  return { type: "content", content: { type: "text", text: `${mark}\n${text}\n${mark}` } };
}
