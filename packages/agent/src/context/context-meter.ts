/**
 * Watches how full the model's context is and what the session costs, reports both to the client, and compacts in time.
 */

import { describeToClients } from "@tenon/journal/stream";

import type { History } from "../history/history.ts";
import type { Message, Model, Usage } from "../model/model.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { NewId } from "../acp-client/new-id.ts";
import { retryNotice } from "../turn/retry-notice.ts";
import { compact } from "./compact.ts";
import { showCompaction } from "./show-compaction.ts";
import { createEstimate, estimateHistory } from "./estimate.ts";
import { nothingUsed, type UsageRecord, withAnswer } from "./usage-count.ts";

// Room for the next answer and the results of its tools.
const FULL = 0.8;

export interface ContextMeter {
  /** In US dollars; undefined if the price of any of it is not known. */
  readonly cost: number | undefined;
  /** Tokens of the last request and its answer. */
  readonly used: number | undefined;
  /** Of all answers together; what no provider reported is absent. */
  readonly total: Usage;
  readonly answers: number;
  record(model: Model, usage: Usage | undefined): Promise<void>;
  /** An answer that is no part of the conversation: it costs, and takes no room. */
  recordAside(model: Model, usage: Usage | undefined): Promise<void>;
  /** Rejects only with the signal's reason; why it failed has been shown. */
  makeRoom(model: Model, options: MakeRoomOptions): Promise<"made" | "nothing to sum up" | "failed">;
  isFull(model: Model): boolean;
}

export interface MakeRoomOptions {
  readonly signal: AbortSignal;
  /** The user wants it, full or not. */
  readonly isAskedFor?: boolean;
  /** What the user wants to be kept, in their own words. */
  readonly wish?: string;
}

export interface ContextMeterOptions {
  readonly client: SessionClient;
  readonly history: History;
  readonly newId: NewId;
  /** Of the session's past. */
  readonly stored: UsageRecord | undefined;
  readonly appendEvent: (record: UsageRecord) => Promise<unknown>;
}

export function createContextMeter(options: ContextMeterOptions): ContextMeter {
  const { client, history, newId } = options;
  const counted = createUsageCount(options);
  const recordAside = (model: Model, usage: Usage | undefined) =>
    counted.change(withAnswer(counted.current, model, usage), model);
  return {
    get cost() {
      return counted.current.answers === 0 ? undefined : counted.current.cost;
    },
    get used() {
      return counted.current.context?.tokens;
    },
    get total() {
      return counted.current.total;
    },
    get answers() {
      return counted.current.answers;
    },
    isFull: (model) => model.contextTokens !== undefined && counted.expected() > model.contextTokens * FULL,
    async record(model, usage) {
      const context = counted.contextAfter(usage);
      await counted.change({ ...withAnswer(counted.current, model, usage), ...(context && { context }) }, model);
    },
    recordAside,
    async makeRoom(model, { signal, isAskedFor = false, wish }) {
      // What the user asked for last stays word for word anyway.
      if (history.messages.length <= 1) return "nothing to sum up";
      const shown = await showCompaction(client, { compactionId: newId("compaction"), isAskedFor });
      try {
        const { messages } = await compact({
          model,
          messages: history.messages,
          signal,
          ...(wish && { wish }),
          onText: shown.text,
          onRetry: (event) => client.notice(retryNotice(event)),
          onUsage: (usage) => recordAside(model, usage),
        });
        const context = counted.contextWith(messages);
        await history.replace(messages);
        await shown.end("completed");
        // A provider that reports no token counts gets no usage update.
        if (counted.current.context) await counted.change({ ...counted.current, context }, model);
        return "made";
      } catch (error) {
        if (signal.aborted) await shown.end("cancelled");
        else await shown.end("failed", describeToClients(error));
        signal.throwIfAborted();
        return "failed";
      }
    },
  };
}

/** The count of the session's past, and estimates for what no provider has counted yet. */
function createUsageCount({ client, history, stored = nothingUsed, appendEvent }: ContextMeterOptions) {
  const estimateAll = createEstimate();
  let count: UsageRecord = stored;
  return {
    get current() {
      return count;
    },
    change,
    expected,
    /** Undefined if the provider did not count. */
    contextAfter({ input, output = 0 }: Usage = {}): UsageRecord["context"] {
      if (input === undefined) return undefined;
      const tokens = input + output;
      return { tokens, messages: history.messages.length, besides: besides(tokens) };
    },
    /** With these messages instead: the instructions and the tools are still there. */
    contextWith(messages: readonly Message[]): NonNullable<UsageRecord["context"]> {
      const rest = besides(expected());
      return { tokens: rest + estimateHistory(messages), messages: messages.length, besides: rest };
    },
  };

  async function change(to: UsageRecord, model: Model): Promise<void> {
    count = to;
    await appendEvent(count);
    const { context, cost } = count;
    // The protocol has no word for an unknown size, and 0 would be a lie [R79].
    if (context === undefined || model.contextTokens === undefined) return;
    await client.update({
      sessionUpdate: "usage_update",
      used: context.tokens,
      size: model.contextTokens,
      ...(cost !== undefined && { cost: { amount: cost, currency: "USD" } }),
    });
  }

  /** What the next request takes: as far as it was counted by that, and beyond it by estimate. */
  function expected(): number {
    const { tokens, messages } = count.context ?? {};
    if (tokens === undefined) return estimateAll(history.messages);
    return tokens + estimateHistory(history.messages.slice(messages));
  }

  /** Best known while there are few messages: the more there are, the more the estimate of them is off. */
  function besides(tokens: number): number {
    return Math.max(count.context?.besides ?? 0, tokens - estimateAll(history.messages), 0);
  }
}
