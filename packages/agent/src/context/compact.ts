/**
 * Makes a history shorter: the model writes down what matters of all but the newest part, and that takes its place. A
 * session is never stuck: what the model cannot even read to sum it up is given to it shortened, and left out at last.
 */

import { NOTES_HEADING } from "../model/agent-texts.ts";
import { isTooLong } from "../model/model-error.ts";
import type { Message, MessagePart, Model, ModelEvent, Usage } from "../model/model.ts";
import { estimateHistory, estimateMessage } from "./estimate.ts";
import { shorterForms } from "./shorter-forms.ts";

export interface CompactOptions {
  readonly model: Model;
  /** At least one. */
  readonly messages: readonly Message[];
  /** What the user wants to be kept, in their own words. */
  readonly wish?: string;
  readonly signal: AbortSignal;
  readonly onText: (text: string) => Promise<void>;
  readonly onRetry: (event: Extract<ModelEvent, { readonly type: "retry" }>) => Promise<void>;
  readonly onUsage: (usage: Usage | undefined) => Promise<void>;
}

export interface Compaction {
  readonly summary: string;
  /** They stand for all messages from now on. */
  readonly messages: readonly Message[];
}

/** Rejects as the model does. */
export async function compact(options: CompactOptions): Promise<Compaction> {
  const { model, messages } = options;
  const cut = firstKept(messages, model.contextTokens);
  const summary = await sumUp(messages.slice(0, cut), options);
  if (summary.trim() === "") throw new Error(`${model.id} returned an empty summary`);
  const notes = { type: "text" as const, text: `${NOTES_HEADING}\n\n${summary}` };
  const head: Message = { role: "user", parts: [notes, ...lastWish(messages, cut)] };
  return { summary, messages: [head, ...messages.slice(cut)] };
}

async function sumUp(old: readonly Message[], options: CompactOptions): Promise<string> {
  for (const form of shorterForms(old)) {
    try {
      return await ask(form, options);
    } catch (error) {
      if (!isTooLong(error)) throw error;
    }
  }
  await options.onText(LEFT_OUT);
  return LEFT_OUT;
}

async function ask(old: readonly Message[], options: CompactOptions): Promise<string> {
  const { model, wish, signal, onText, onRetry, onUsage } = options;
  const request = wish ? `${REQUEST}\nAbove all keep: ${wish}` : REQUEST;
  const answer = model.answer({
    system: [SYSTEM],
    messages: [...old, { role: "user", parts: [{ type: "text", text: request }] }],
    tools: [],
    signal,
  });
  let summary = "";
  for await (const event of answer) {
    if (event.type === "retry") await onRetry(event);
    if (event.type === "finish") await onUsage(event.usage);
    if (event.type !== "text-delta") continue;
    summary += event.text;
    await onText(event.text);
  }
  return summary;
}

const SYSTEM =
  "You write the notes by which you will go on with a piece of work when the conversation so far is no longer at hand.";

const REQUEST =
  "Write down what matters of this conversation for going on with it: what the user wants, what was decided and why, which " +
  "files were read or changed and how, what was found out, what is not finished, and what comes next. Names, paths, " +
  "numbers and the user's own wishes exactly. No introduction.";

const LEFT_OUT = "(Too long to summarize; omitted.)";

// Of the whole, or of what the model takes at all, this much of the newest part stays word for word.
const SHARE_KEPT = 0.25;

/** Where the newest part begins: at a message of the user, so that no call is cut off from its result. */
function firstKept(messages: readonly Message[], contextTokens = Number.POSITIVE_INFINITY): number {
  const room = Math.min(estimateHistory(messages), contextTokens) * SHARE_KEPT;
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
function lastWish(messages: readonly Message[], cut: number): readonly MessagePart[] {
  const last = cut === messages.length ? messages.findLast((message) => message.role === "user") : undefined;
  return last ? [{ type: "text", text: "(What the user asked for last.)" }, ...last.parts] : [];
}
