/**
 * What a session is called in lists: the beginning of what the user first asked for [R62].
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";

const MAX_LENGTH = 80;

/** Undefined if there are no words in it. */
export function sessionTitle(prompt: readonly ContentBlock[]): string | undefined {
  const lines = prompt.flatMap((block) => (block.type === "text" ? block.text.split("\n") : []));
  const line = lines.map((each) => each.replaceAll(/[\p{Cc}\p{Cf}]+/gu, " ").trim()).find((each) => each !== "");
  if (line === undefined || line.length <= MAX_LENGTH) return line;
  return `${line
    .slice(0, MAX_LENGTH - 1)
    .toWellFormed()
    .trimEnd()}…`;
}
