/**
 * The answer to a question, with the reason in a sentence. Plain data: it goes into the journal as it is.
 */

import type { Effect } from "../effect.ts";
import type { Rule } from "../rule.ts";

export interface Decision {
  readonly effect: Effect;
  readonly reason: string;
  readonly by: DecidedBy;
  /** The floor asks: an approval of before does not answer it, and one that is given now holds once. */
  readonly isFloor?: boolean;
  /** What is different since it was allowed, in sentences, when that is why we ask again. */
  readonly changes?: readonly string[];
}

export type DecidedBy =
  /** `number` counts from one within the layer. */
  | { readonly type: "rule"; readonly layer: string; readonly number: number; readonly rule: Rule }
  | { readonly type: "grant"; readonly grant: string }
  /** A check that no rule can loosen. */
  | { readonly type: "check"; readonly check: "trust" | "url" | "redirect" | "declaration" | "command" }
  /** No rule spoke of it. */
  | { readonly type: "nothing" };
