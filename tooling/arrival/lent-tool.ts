/**
 * A tool of a lent server that the model can be made to call, and that can be told apart from every other: by a word in its
 * description, which agents keep when they change its name, and by a word in its result.
 */

import type { CallStep, ToolScript } from "@tenon/testkit/mcp";

export interface LentTool {
  /** How a prompt names it, so that the prompt does not contain the tool's own name. */
  readonly key: string;
  readonly name: string;
  /** One word of its description. */
  readonly word: string;
  /** In its result. */
  readonly marker: string;
  readonly script: ToolScript;
}

/** Its last step is a text result with the marker, unless the steps given answer the call. */
export function lentTool(key: string, name: string, steps: readonly CallStep[] = []): LentTool {
  const word = `zq${key}zq`;
  const marker = `RETURNED-${key}`;
  const answer: CallStep = { type: "result", result: { content: [{ type: "text", text: marker }] } };
  return { key, name, word, marker, script: { name, description: `Arrival check ${word}.`, call: [...steps, answer] } };
}
