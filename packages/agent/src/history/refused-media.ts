/**
 * A history without bytes that a provider refuses. They are known by their digest, and not by where they stand: messages
 * move when calls are closed or a history is summed up.
 */

import { createHash } from "node:crypto";

import type { Message, MessagePart } from "../model/model.ts";
import { describeMedia, REFUSED } from "../model/prompt/media.ts";

export function digestOf(data: string): string {
  return createHash("sha256").update(data).digest("hex");
}

export function withoutMedia(messages: readonly Message[], digests: readonly string[]): Message[] {
  const replaced = (parts: readonly MessagePart[]) =>
    parts.map((part) => {
      if (!("data" in part) || !digests.includes(digestOf(part.data))) return part;
      return { type: "text" as const, text: describeMedia(part, REFUSED) };
    });
  return messages.map((message): Message => {
    switch (message.role) {
      case "user":
        return { ...message, parts: replaced(message.parts) };
      case "tool":
        return { ...message, results: message.results.map((result) => ({ ...result, parts: replaced(result.parts) })) };
      case "assistant":
        return message;
    }
  });
}
