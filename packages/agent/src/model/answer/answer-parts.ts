/**
 * The parts of an answer's message while they grow.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import type { AssistantMessage, AssistantPart, ToolCall } from "../model.ts";
import { sealedBy } from "../prompt/assistant-parts.ts";

export interface AnswerParts {
  /** A new block. Some providers use one id for every block. */
  begin(type: "text" | "thought", id: string, seals: JsonObject | undefined): void;
  grow(type: "text" | "thought", id: string, seals: JsonObject | undefined, text?: string): void;
  addCall(call: ToolCall, seals: JsonObject | undefined): void;
  /** Without calls whose arguments are malformed, if they were cut off. */
  message(options: { readonly isCut: boolean }): AssistantMessage;
}

interface Growing {
  readonly type: "text" | "thought";
  text: string;
  seals: JsonObject;
}

export function createAnswerParts(model: string): AnswerParts {
  const parts: (Growing | (AssistantPart & { readonly type: "tool-call" }))[] = [];
  const open = new Map<string, Growing>();

  function grow(type: Growing["type"], id: string, seals: JsonObject | undefined, text = ""): void {
    const key = `${type}:${id}`;
    let part = open.get(key);
    if (!part) {
      part = { type, text: "", seals: {} };
      parts.push(part);
      open.set(key, part);
    }
    part.text += text;
    part.seals = mergeSeals(part.seals, seals);
  }

  return {
    begin(type, id, seals) {
      open.delete(`${type}:${id}`);
      grow(type, id, seals);
    },
    grow,
    addCall(call, given) {
      const seals = mergeSeals({}, given);
      parts.push({ type: "tool-call", ...call, ...(hasSeals(seals) && { provider: sealedBy(model, seals) }) });
    },
    message: ({ isCut }) => ({
      role: "assistant",
      parts: parts.flatMap((part): AssistantPart[] => {
        if (part.type === "tool-call") return isCut && part.malformed !== undefined ? [] : [part];
        const { type, text, seals } = part;
        if (text === "" && !hasSeals(seals)) return [];
        // A thought without a seal is its model's all the same.
        const provider = hasSeals(seals) || type === "thought" ? { provider: sealedBy(model, seals) } : {};
        return [{ type, text, ...provider }];
      }),
    }),
  };
}

/** A provider's metadata of one part comes in pieces: a later piece adds to an earlier one, and null adds nothing. */
function mergeSeals(earlier: JsonObject, later: JsonObject | undefined): JsonObject {
  const merged: Record<string, unknown> = { ...earlier };
  for (const [key, value] of Object.entries(later ?? {})) {
    const before = merged[key];
    if (value === null || value === undefined) continue;
    merged[key] = isObject(value) ? mergeSeals(isObject(before) ? before : {}, value) : value;
  }
  return merged;
}

function hasSeals(seals: JsonObject): boolean {
  return Object.keys(seals).length > 0;
}
