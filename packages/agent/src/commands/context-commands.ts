/**
 * `/compact` and `/cost`: how full the context is, and what the session has cost.
 */

import type { ContextMeter } from "../context/context-meter.ts";
import type { Model } from "../model/model.ts";
import type { Command } from "./command.ts";

export function compactCommand(meter: ContextMeter, model: () => Model): Command {
  return {
    name: "compact",
    description: "Summarize the conversation so far to free context",
    hint: "[what to keep]",
    async run(input, { signal, say }) {
      const outcome = await meter.makeRoom(model(), { signal, isAskedFor: true, ...(input !== "" && { wish: input }) });
      await say(OUTCOMES[outcome]);
    },
  };
}

const OUTCOMES = {
  made: "The conversation was summarized.",
  "nothing to sum up": "There is nothing to summarize.",
  failed: "The conversation could not be summarized and is unchanged.",
};

export function costCommand(meter: ContextMeter, model: () => Model): Command {
  return {
    name: "cost",
    description: "Show the tokens and cost of this session",
    run: (_, { say }) => say(formatCost(meter, model())),
  };
}

function formatCost({ answers, cost, used, total }: ContextMeter, { id, contextTokens }: Model): string {
  if (answers === 0) return "No request has been sent to the model yet.";
  const counted = Object.entries({
    input: total.input,
    "of them cached": total.cachedRead,
    output: total.output,
    "of them reasoning": total.thought,
  }).flatMap(([what, tokens]) => (tokens === undefined ? [] : [`${tokens} ${what}`]));
  const size = contextTokens === undefined ? "" : ` of ${contextTokens}`;
  return [
    `- Model: ${id}, ${answers} answers`,
    `- Tokens: ${counted.length === 0 ? "not reported by the provider" : counted.join(", ")}`,
    ...(used === undefined ? [] : [`- Context: ${used}${size} tokens`]),
    `- Cost: ${cost === undefined ? "unknown" : `$${cost.toFixed(4)}`}`,
  ].join("\n");
}
