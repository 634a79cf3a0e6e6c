/**
 * What a session has used: tokens, answers, money. It is kept in the journal, so that a session that is loaded goes on
 * counting.
 */

import { defined } from "@tenon/basis";

import type { Model, Usage } from "../model/model.ts";

/** As it is kept in the journal: always the whole. */
export interface UsageRecord {
  readonly type: "usage";
  readonly answers: number;
  /** In US dollars; absent if the price of any of it is not known. */
  readonly cost?: number;
  /** Of all answers together; what no provider reported is absent. */
  readonly total: Usage;
  /** What the provider counted last, and for how many messages of the history. */
  readonly context?: ContextCount;
}

export interface ContextCount {
  readonly tokens: number;
  readonly messages: number;
  /** What the instructions and the tools take, besides the messages. */
  readonly besides?: number;
}

export const nothingUsed: UsageRecord = { type: "usage", answers: 0, cost: 0, total: {} };

export function withAnswer(before: UsageRecord, model: Model, usage: Usage | undefined): UsageRecord {
  const { cost: costBefore, ...rest } = before;
  const spent = usage && model.cost(usage);
  const cost = costBefore === undefined || spent === undefined ? undefined : rounded(costBefore + spent);
  return {
    ...rest,
    answers: before.answers + 1,
    ...defined({ cost }),
    total: usage ? sum(before.total, usage) : before.total,
  };
}

/** To a millionth of a cent: sums of fractions are otherwise 0.012599999999999998. */
function rounded(dollars: number): number {
  return Number(dollars.toFixed(8));
}

/** What came since; what no provider reported is absent. */
export function difference(now: Usage, before: Usage): Usage {
  return Object.fromEntries(
    KEYS.flatMap((key) => (now[key] === undefined ? [] : [[key, now[key] - (before[key] ?? 0)]])),
  );
}

const KEYS = ["input", "output", "thought", "cachedRead", "cachedWrite"] as const;

function sum(one: Usage, other: Usage): Usage {
  return Object.fromEntries(
    KEYS.flatMap((key) => {
      const tokens = one[key] === undefined ? other[key] : one[key] + (other[key] ?? 0);
      return tokens === undefined ? [] : [[key, tokens]];
    }),
  );
}
