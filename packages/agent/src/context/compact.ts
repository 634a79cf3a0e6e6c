/**
 * Makes a history shorter: the model writes down what matters of all but the newest part, and that takes its place.
 */

import type { ModelPart } from "@tenon/hub";

import type { Message, Model } from "../model/model.ts";
import { estimateHistory, estimateMessage } from "./estimate.ts";

export interface Compaction {
  readonly summary: string;
  readonly messages: readonly Message[];
}

/** Undefined if there is nothing old enough to be summed up. Rejects as the model does. */
export async function compact(options: {
  readonly model: Model;
  readonly messages: readonly Message[];
  /** What the user wants to be kept, in their own words. */
  readonly wish?: string;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => Promise<void>;
}): Promise<Compaction | undefined> {
  const { model, messages, wish, signal, onText } = options;
  const cut = firstKept(messages);
  const old = messages.slice(0, cut);
  if (old.length === 0) return undefined;
  let summary = "";
  const request = wish ? `${REQUEST}\nAbove all keep: ${wish}` : REQUEST;
  const answer = model.answer({
    system: [SYSTEM],
    messages: [...withoutMedia(old), { role: "user", parts: [{ type: "text", text: request }] }],
    tools: [],
    signal,
  });
  for await (const event of answer) {
    if (event.type !== "text-delta") continue;
    summary += event.text;
    await onText(event.text);
  }
  if (summary.trim() === "") return undefined;
  const notes = { type: "text" as const, text: `${HEADING}\n\n${summary}` };
  const head: Message = { role: "user", parts: [notes, ...lastWish(messages, cut)] };
  return { summary, messages: [head, ...messages.slice(cut)] };
}

const SYSTEM =
  "You write the notes by which you will go on with a piece of work when the conversation so far is no longer at hand.";

const REQUEST =
  "Write down what matters of this conversation for going on with it: what the user wants, what was decided and why, which " +
  "files were read or changed and how, what was found out, what is not finished, and what comes next. Names, paths, " +
  "numbers and the user's own wishes exactly. No introduction.";

const HEADING = "(What happened before, in your own notes.)";

// Of the whole, this much of the newest part stays word for word.
const SHARE_KEPT = 0.25;

/** Where the newest part begins: at a message of the user, so that no call is cut off from its result. */
function firstKept(messages: readonly Message[]): number {
  const room = estimateHistory(messages) * SHARE_KEPT;
  let kept = 0;
  let first = messages.length;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (!message) break;
    kept += estimateMessage(message);
    if (kept > room) break;
    if (message.role === "user") first = index;
  }
  return first;
}

/** What the user asked for last, word for word, if it would otherwise be gone. */
function lastWish(messages: readonly Message[], cut: number): readonly ModelPart[] {
  const last = cut === messages.length ? messages.findLast((message) => message.role === "user") : undefined;
  return last ? [{ type: "text", text: "(What the user asked for last.)" }, ...last.parts] : [];
}

/** Pictures and sound say nothing in a summary, and take the most room. */
function withoutMedia(messages: readonly Message[]): readonly Message[] {
  const described = <Part extends { readonly type: string }>(part: Part) =>
    part.type === "image" || part.type === "audio" ? { type: "text" as const, text: `(${part.type})` } : part;
  return messages.map((message) => {
    if (message.role === "user") return { ...message, parts: message.parts.map(described) };
    if (message.role !== "tool") return message;
    return {
      ...message,
      results: message.results.map((result) => ({ ...result, parts: result.parts.map(described) })),
    };
  });
}
