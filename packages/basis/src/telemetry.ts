/**
 * What is worth knowing of a running program, reported by the code that does it to the code that measures: metrics count
 * it, traces join it. By default nothing listens.
 *
 * The law: a listener does not throw and does not wait, so that nothing fails or is late because it is measured.
 */

import { errorCode } from "./error-message.ts";
import type { JsonObject } from "./json.ts";

export interface Telemetry {
  /** Something that takes time begins; `cause` is the `_meta` of the request that it is done for. */
  begin(name: OperationName, facts?: Facts, cause?: JsonObject): Operation;
  /** It has happened `by` times; of what is there at the moment, there are so many more, or fewer. */
  count(name: CountName, by?: number, label?: string): void;
}

export interface Operation {
  /** The `_meta` of requests that are made for it: that of its cause, in which a trace may have its own context. */
  readonly meta: JsonObject | undefined;
  end(outcome: Outcome, facts?: Facts): void;
}

export type Outcome = "ok" | "failed" | "cancelled";

/** For traces; never a secret, and no text of a user or a model. */
export type Facts = Readonly<Record<string, string | number | boolean | undefined>>;

export type OperationName =
  | "turn"
  | "model_request"
  /** Of any tool, by our agent. */
  | "tool_call"
  /** Of a server's tool, by any agent. */
  | "mcp_call"
  | "server_start"
  /** One statement; its fact `statement` says which. */
  | "store";

export type CountName =
  /** By the state of their receipt; there are so many at the moment. */
  | "servers"
  | "server_restarts"
  /** Calls that were not made, by what refused them. */
  | "refusals"
  | "tokens_offered"
  /** What all tools would have taken, without what those that were offered take. */
  | "tokens_saved"
  /** By kind: input, output, cached input. */
  | "model_tokens"
  /** Sessions that this machine may write, at the moment. */
  | "leases"
  | "leases_lost"
  /** Sessions that a dead machine had. */
  | "takeovers";

export const noTelemetry: Telemetry = {
  begin: (_name, _facts, meta) => ({ meta, end() {} }),
  count() {},
};

/** For several listeners, of which one at most changes the context of traces. */
export function joinTelemetry(parts: readonly Telemetry[]): Telemetry {
  if (parts.length <= 1) return parts[0] ?? noTelemetry;
  return {
    begin(name, facts, cause) {
      const operations = parts.map((part) => part.begin(name, facts, cause));
      return {
        meta: (operations.find(({ meta }) => meta !== cause) ?? { meta: cause }).meta,
        end(outcome, more) {
          for (const operation of operations) operation.end(outcome, more);
        },
      };
    },
    count(name, by, label) {
      for (const part of parts) part.count(name, by, label);
    },
  };
}

/** Ends the operation with the work. */
export async function measured<Result>(
  operation: Operation,
  work: (meta: JsonObject | undefined) => Promise<Result>,
  options: { readonly signal?: AbortSignal | undefined; readonly outcomeOf?: (result: Result) => Outcome } = {},
): Promise<Result> {
  try {
    const result = await work(operation.meta);
    operation.end(options.outcomeOf?.(result) ?? "ok");
    return result;
  } catch (error) {
    operation.end(options.signal?.aborted ? "cancelled" : "failed", { "error.type": typeOf(error) });
    throw error;
  }
}

/** What went wrong, without its message, which may have anything in it. */
function typeOf(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  const words = [errorCode(error), name];
  return words.find((word) => word !== undefined && /^[\w.-]{1,60}$/.test(word)) ?? "error";
}
