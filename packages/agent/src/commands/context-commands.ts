/**
 * `/compact` and `/cost`: how full the context is, and what the session has cost.
 */

import type { ContextMeter } from "../context/context-meter.ts";
import type { Model } from "../model/model.ts";
import type { Command } from "./command.ts";

export function compactCommand(meter: ContextMeter, model: () => Model): Command {
  return {
    name: "compact",
    description: "Sums up the conversation so far, to make room",
    hint: "[what to keep]",
    async run(input, { signal, say }) {
      const outcome = await meter.makeRoom(model(), { signal, isAskedFor: true, ...(input !== "" && { wish: input }) });
      await say(OUTCOMES[outcome]);
    },
  };
}

const OUTCOMES = {
  made: "The conversation has been summed up.",
  "nothing to sum up": "There is nothing to sum up.",
  failed: "The conversation could not be summed up, and is as it was.",
};

export function costCommand(meter: ContextMeter, model: () => Model): Command {
  return {
    name: "cost",
    description: "Tokens and cost of this session",
    run: (_, { say }) => say(costInWords(meter, model())),
  };
}

function costInWords({ answers, cost, used, total }: ContextMeter, { id, contextTokens }: Model): string {
  if (answers === 0) return "The model has not been asked yet.";
  const counted = Object.entries({
    read: total.input,
    "of it from the cache": total.cachedRead,
    written: total.output,
    "of it thought": total.thought,
  }).flatMap(([what, tokens]) => (tokens === undefined ? [] : [`${tokens} ${what}`]));
  const size = contextTokens === undefined ? "" : ` of ${contextTokens}`;
  return [
    `- Model: ${id}, ${answers} answers`,
    `- Tokens: ${counted.length === 0 ? "the provider does not say" : counted.join(", ")}`,
    ...(used === undefined ? [] : [`- Context: ${used}${size} tokens`]),
    `- Cost: ${cost === undefined ? "not known" : `$${cost.toFixed(4)}`}`,
  ].join("\n");
}
