/**
 * A history with calls and results as text: for a request that offers no tools.
 */

import type { AssistantPart, Message } from "../model.ts";

export function withoutToolParts(messages: readonly Message[]): readonly Message[] {
  return messages.map((message): Message => {
    switch (message.role) {
      case "user":
        return message;
      case "assistant":
        // Without seals: they are seals of what is no longer there as it was.
        return { role: "assistant", parts: message.parts.flatMap(describePart) };
      case "tool":
        return {
          role: "user",
          parts: message.results.flatMap(({ name, parts, isError }) => [
            { type: "text" as const, text: `[${name} ${isError ? "failed" : "answered"}:]` },
            ...parts,
          ]),
        };
    }
  });
}

function describePart(part: AssistantPart): AssistantPart[] {
  switch (part.type) {
    case "text":
      return [{ type: "text", text: part.text }];
    case "thought":
      return [];
    case "tool-call":
      return [{ type: "text", text: `[Called ${part.name} with ${part.malformed ?? JSON.stringify(part.args)}.]` }];
  }
}
