import type { LanguageModelV4Usage } from "@ai-sdk/provider";

import type { Usage } from "../model.ts";

/** Undefined if the provider said nothing. */
export function readUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage | undefined {
  const usage = {
    ...counted("input", inputTokens.total),
    ...counted("output", outputTokens.total),
    ...counted("thought", outputTokens.reasoning),
    ...counted("cachedRead", inputTokens.cacheRead),
    ...counted("cachedWrite", inputTokens.cacheWrite),
  };
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** The SDK writes 0 for what a provider did not say. */
function counted(name: keyof Usage, tokens: number | undefined): Usage {
  return tokens === undefined || tokens === 0 ? {} : { [name]: tokens };
}
