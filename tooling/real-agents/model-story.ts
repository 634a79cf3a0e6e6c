/**
 * What the model says to every agent: it writes the file that a prompt names, talks until it is let go, and otherwise
 * answers with a few words. A prompt says what it wants in brackets, because agents wrap prompts in words of their own,
 * and ask for titles and summaries in between.
 */

import { createGate, text, toolCall, type AnswerFunction, type Gate, type ModelRequest } from "@tenon/testkit/model";

import type { WriteTool } from "./real-agent.ts";

export interface ModelStory {
  readonly script: AnswerFunction;
  /** Reached in the middle of the long answer. */
  readonly pause: Gate;
}

export const CONTENT = "written by the model\n";

/** The prompt that makes the model write, or talk. */
export function promptFor(wish: "write" | "talk" | "remember", path = ""): string {
  return `Please [[${[wish, path].join(" ").trim()}]]`;
}

export function modelStory(write: WriteTool): ModelStory {
  const pause = createGate();
  const granted = new Set<string>();
  return { script, pause };

  function script(request: ModelRequest) {
    const tool = request.tools.find(({ name }) => name === write.name);
    const wish = lastWish(request);
    if (!tool || wish === undefined || granted.has(wish)) return text("That ", "is all.");
    granted.add(wish);
    const [verb, path = ""] = wish.split(" ");
    if (verb === "write") return [text("I will write."), toolCall(tool, write.arguments({ path, content: CONTENT }))];
    if (verb === "talk") return [text("I begin "), pause, text("and I end.")];
    return text("I remember.");
  }
}

/** What stands in the brackets of the last prompt. */
export function lastWish({ messages }: ModelRequest): string | undefined {
  const wishes = [...JSON.stringify(messages).matchAll(/\[\[([^\]]+)\]\]/g)];
  return wishes.at(-1)?.[1];
}
