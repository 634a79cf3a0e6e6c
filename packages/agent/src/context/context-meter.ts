/**
 * Watches how full the model's context is and what the session costs, tells the client, and makes room in time.
 */

import type { History } from "../history/history.ts";
import type { Model, Usage } from "../model/model.ts";
import type { SessionClient } from "../session/session-client.ts";
import type { NewId } from "../session/session-options.ts";
import { compact } from "./compact.ts";
import { estimateHistory } from "./estimate.ts";

// Room for the next answer and the results of its tools.
const FULL = 0.8;

export interface ContextMeter {
  /** In US dollars; undefined if the price of any of it is not known. */
  readonly cost: number | undefined;
  /** Tokens of the last request and its answer. */
  readonly used: number | undefined;
  /** Of all answers together; what no provider said is absent. */
  readonly total: Usage;
  readonly answers: number;
  record(model: Model, usage: Usage | undefined): Promise<void>;
  /** An answer that is no part of the conversation: it costs, and takes no room. */
  recordAside(model: Model, usage: Usage | undefined): Promise<void>;
  /** True if it made room. Rejects only with the signal's reason. */
  makeRoom(model: Model, options: { readonly signal: AbortSignal; readonly wish?: string }): Promise<boolean>;
  isFull(model: Model): boolean;
}

export function createContextMeter(options: {
  readonly client: SessionClient;
  readonly history: History;
  readonly newId: NewId;
}): ContextMeter {
  const { client, history, newId } = options;
  let used: number | undefined;
  let cost: number | undefined = 0;
  let total: Usage = {};
  let answers = 0;

  async function tell(model: Model): Promise<void> {
    // The protocol has no word for an unknown size, and 0 would be a lie [R79].
    if (used === undefined || model.contextTokens === undefined) return;
    await client.update({
      sessionUpdate: "usage_update",
      used,
      size: model.contextTokens,
      ...(cost !== undefined && { cost: { amount: cost, currency: "USD" } }),
    });
  }

  function spend(model: Model, usage: Usage | undefined): void {
    answers += 1;
    const spent = usage && model.cost(usage);
    cost = cost === undefined || spent === undefined ? undefined : cost + spent;
    if (usage) total = sum(total, usage);
  }

  return {
    get cost() {
      return answers === 0 ? undefined : cost;
    },
    get used() {
      return used;
    },
    get total() {
      return total;
    },
    get answers() {
      return answers;
    },
    isFull(model) {
      const tokens = used ?? estimateHistory(history.messages);
      return model.contextTokens !== undefined && tokens > model.contextTokens * FULL;
    },
    async record(model, usage) {
      spend(model, usage);
      if (usage?.input !== undefined) used = usage.input + (usage.output ?? 0);
      if (usage) await tell(model);
    },
    async recordAside(model, usage) {
      spend(model, usage);
      await tell(model);
    },
    async makeRoom(model, { signal, wish }) {
      const compactionId = newId("compaction");
      const isShown = Boolean(client.capabilities.session?.compaction);
      if (isShown) await client.update({ sessionUpdate: "compaction_update", compactionId, status: "in_progress" });
      else await client.notice({ severity: "info", title: "The conversation is long; summing up what came before" });
      const end = async (status: "completed" | "failed" | "cancelled", error?: string) => {
        if (isShown) {
          await client.update({ sessionUpdate: "compaction_update", compactionId, status, ...(error && { error }) });
        } else if (error) await client.notice({ severity: "warning", title: "Could not sum up", description: error });
      };
      try {
        const made = await compact({
          model,
          messages: history.messages,
          signal,
          ...(wish && { wish }),
          onText: async (text) => {
            if (!isShown) return;
            const content = { type: "text" as const, text };
            await client.update({ sessionUpdate: "compaction_summary_chunk", compactionId, content });
          },
        });
        if (!made) {
          await end("failed", "there is nothing old enough to be summed up");
          return false;
        }
        await history.replace(made.messages);
        used = estimateHistory(made.messages);
        await end("completed");
        await tell(model);
        return true;
      } catch (error) {
        if (signal.aborted) await end("cancelled");
        else await end("failed", error instanceof Error ? error.message : String(error));
        signal.throwIfAborted();
        return false;
      }
    },
  };
}

function sum(one: Usage, other: Usage): Usage {
  const keys = ["input", "output", "thought", "cachedRead", "cachedWrite"] as const;
  return Object.fromEntries(
    keys.flatMap((key) => {
      const tokens = one[key] === undefined ? other[key] : one[key] + (other[key] ?? 0);
      return tokens === undefined ? [] : [[key, tokens]];
    }),
  );
}
