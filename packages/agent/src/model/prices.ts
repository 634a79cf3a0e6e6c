/**
 * What models cost, from a table that comes with a package. No request is sent, and a model that is not in
 * the table has no price, rather than none to pay.
 */

import type { Usage } from "./model.ts";

export interface Prices {
  cost(usage: Usage): number | undefined;
  readonly contextTokens: number | undefined;
}

export interface PricedModel {
  /** As the table of prices calls it. */
  readonly provider: string;
  readonly name: string;
  readonly now: () => number;
}

export async function loadPrices({ provider, name, now }: PricedModel): Promise<Prices> {
  const { calcPrice } = await import("@pydantic/genai-prices");
  const priceOf = (usage: Record<string, number>) =>
    calcPrice(usage, name, { providerId: provider, timestamp: new Date(now()) }) ?? undefined;
  return {
    contextTokens: priceOf({ input_tokens: 0, output_tokens: 0 })?.model.context_window,
    cost({ input, output, cachedRead, cachedWrite }) {
      if (input === undefined || output === undefined) return undefined;
      try {
        return priceOf({
          input_tokens: input,
          output_tokens: output,
          ...(cachedRead !== undefined && { cache_read_tokens: cachedRead }),
          ...(cachedWrite !== undefined && { cache_write_tokens: cachedWrite }),
        })?.total_price;
      } catch {
        return undefined; // a provider's numbers that cannot be right have no price
      }
    },
  };
}
