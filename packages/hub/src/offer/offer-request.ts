/**
 * What an offer is made from: the catalogue, the prompt, and what the session remembers.
 */

import type { IncludeLevels } from "./include-mode.ts";
import type { ToolIndex } from "./search/tool-index.ts";

export interface OfferRequest {
  /** The catalogue, ready to be searched. */
  readonly index: ToolIndex;
  readonly prompt: string;
  readonly include?: IncludeLevels;
  /** Names of tools the model has called in this session. */
  readonly used?: readonly string[];
  /** Names of tools `find_tools` has shown to the model. */
  readonly asked?: readonly string[];
  /** The `order` of the session's last offer. */
  readonly before?: readonly string[];
  readonly budget?: Partial<OfferBudget>;
  /** The size of the model's context: where it is smaller than the budget's, the budget is of it. */
  readonly modelContext?: number | undefined;
}

export interface OfferBudget {
  readonly contextTokens: number;
  /** The share of the context that tools may take, beside those of given servers. */
  readonly share: number;
  /** The share that tools of given servers may take. */
  readonly givenShare: number;
  /** Providers refuse requests with more: most at 128, some earlier [P67]. */
  readonly mostTools: number;
  /** How many tools one prompt may bring in by its words. */
  readonly mostFound: number;
  /** And how many tokens these may take: a few servers describe one tool in as many words as others ten. */
  readonly mostFoundTokens: number;
}
