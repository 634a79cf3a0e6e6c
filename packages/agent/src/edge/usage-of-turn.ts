import type { Usage } from "../model/model.ts";

/** What a turn has used in the protocol's words, which are unstable; undefined if no provider counted it. */
export function usageOfTurn({ input, output, thought, cachedRead, cachedWrite }: Usage) {
  if (input === undefined || output === undefined) return undefined;
  return {
    totalTokens: input + output,
    inputTokens: input,
    outputTokens: output,
    ...(thought !== undefined && { thoughtTokens: thought }),
    ...(cachedRead !== undefined && { cachedReadTokens: cachedRead }),
    ...(cachedWrite !== undefined && { cachedWriteTokens: cachedWrite }),
  };
}
