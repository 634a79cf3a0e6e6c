import { itemsOf, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { WireMessage } from "./wire-message.ts";

const MAX_TITLE_LENGTH = 80;

/** The title that a message gives its session: the agent's own, or else the beginning of the first prompt. */
export function titleIn({ method, params }: WireMessage, hasTitle: boolean): string | undefined {
  if (method === "session/update") return agentTitle(objectOf(params["update"]));
  return method === "session/prompt" && !hasTitle ? promptTitle(params["prompt"]) : undefined;
}

function agentTitle({ sessionUpdate, title }: JsonObject): string | undefined {
  return sessionUpdate === "session_info_update" ? stringOf(title) : undefined;
}

function promptTitle(prompt: unknown): string | undefined {
  const blocks = itemsOf(prompt);
  const texts = blocks.map((block) => stringOf(objectOf(block)["text"])?.trim());
  const [line] = texts.find((text) => text !== undefined && text !== "")?.split("\n") ?? [];
  if (line === undefined || line.length <= MAX_TITLE_LENGTH) return line;
  return `${line.slice(0, MAX_TITLE_LENGTH - 1).trimEnd()}…`;
}
