/**
 * One call of a tool, from what a model asked for to what it gets: checked, in its turn, within its time, and bounded.
 */

import { itemsOf, monotonicClock } from "@tenon/basis";

import type { ConnectionCall } from "../connection/protocol/connection.ts";
import type { RawResult } from "../connection/wire/raw-result.ts";
import { withoutBulk } from "../connection/wire/large-result.ts";
import type { ServerOptions } from "../server-spec.ts";
import { prepareArguments } from "./arguments/prepare-arguments.ts";
import { checkOutput } from "./check-output.ts";
import { type Deadline, withDeadline } from "./deadline.ts";
import { createSemaphore, type Semaphore } from "./limits/semaphore.ts";
import { createRateLimit, type RateLimit } from "./limits/rate-limit.ts";
import { type OpenPages, describePages, type RequiredPage, requiredPages } from "./required-pages.ts";
import { boundResult } from "./result/bound-result.ts";
import type { ModelResult } from "./result/model-result.ts";
import type { Keep } from "./result/spill-folder.ts";

export interface HubResult {
  /** As the server sent it, with every block, unless it is large: for the client. */
  readonly raw: RawResult;
  /** As the server sent it, where `raw` leaves something out. */
  readonly whole?: RawResult;
  /** What the model reads, sees and hears. A tool's own failure has `isError`. */
  readonly forModel: ModelResult;
  readonly warnings: readonly string[];
  /** Why the arguments were refused. The server was then not called, and the result is ours. */
  readonly refusedArguments?: string;
}

export interface CallLimits {
  readonly semaphore: Semaphore;
  readonly rateLimit: RateLimit;
  readonly callMs: number;
  readonly longestCallMs: number;
  readonly resultCharacters: number;
}

const DEFAULTS = {
  callMs: 120_000,
  longestCallMs: 30 * 60_000,
  callsAtOnce: 16,
  callsPerMinute: 100,
  // About ten thousand tokens: a long file, and a small part of any context.
  resultCharacters: 40_000,
};

export function createCallLimits(options: ServerOptions = {}): CallLimits {
  const { callsAtOnce, callsPerMinute, ...times } = { ...DEFAULTS, ...options };
  return {
    semaphore: createSemaphore({ callsAtOnce }),
    rateLimit: createRateLimit({ callsPerMinute, clock: monotonicClock }),
    callMs: times.callMs,
    longestCallMs: times.longestCallMs,
    resultCharacters: times.resultCharacters,
  };
}

/** Rejects for failures of ours and of the server; arguments that do not fit are a result, for the model to do better. */
export async function callTool(
  request: Omit<ConnectionCall, "args"> & { readonly args: unknown },
  options: {
    readonly limits: CallLimits;
    readonly keep: Keep;
    readonly send: (call: ConnectionCall) => Promise<RawResult>;
    /** Sends a person to the addresses that the server wants opened before the call. */
    readonly openPages: OpenPages;
    /** Stops the time of the call while its server waits for an answer of the session. */
    readonly whileAsked: (deadline: Deadline) => Disposable;
  },
): Promise<HubResult> {
  const { tool, signal, onProgress } = request;
  const { limits, keep, send, openPages, whileAsked } = options;
  const prepared = prepareArguments(request.args, tool["inputSchema"]);
  if ("problem" in prepared) {
    return { ...refusal(prepared.problem, prepared.warnings), refusedArguments: prepared.problem };
  }
  const sent = () =>
    limits.semaphore.run(
      () => {
        limits.rateLimit.take();
        return withDeadline({ ...limits, clock: monotonicClock, signal }, async (deadline) => {
          using _asked = whileAsked(deadline);
          return await send({
            ...request,
            args: prepared.args,
            signal: deadline.signal,
            onProgress: (progress) => {
              deadline.progress();
              onProgress(progress);
            },
          });
        });
      },
      { signal },
    );
  let raw = await sent().catch(pagesOrThrow);
  const isDone = async () => {
    raw = await sent().catch(pagesOrThrow);
    return !isPages(raw);
  };
  // While a person is asked, no time of the call runs.
  const wereOpened = isPages(raw) && (await openPages(raw, isDone));
  if (isPages(raw)) return refusal(describePages(raw, wereOpened), prepared.warnings);
  const result = { ...raw, content: itemsOf(raw.content), isError: raw.isError === true };
  const forModel = await boundResult(result, { characters: limits.resultCharacters, keep });
  const short = withoutBulk(raw);
  return {
    raw: short,
    ...(short !== raw && { whole: raw }),
    forModel,
    warnings: [...prepared.warnings, ...checkOutput(result, tool["outputSchema"])],
  };
}

function pagesOrThrow(error: unknown): readonly RequiredPage[] {
  const pages = requiredPages(error);
  if (pages.length === 0) throw error;
  return pages;
}

function isPages(answer: RawResult | readonly RequiredPage[]): answer is readonly RequiredPage[] {
  return Array.isArray(answer);
}

function refusal(problem: string, warnings: readonly string[]): HubResult {
  return {
    raw: { content: [{ type: "text", text: problem }], isError: true },
    forModel: { parts: [{ type: "text", text: problem }], isError: true },
    warnings,
  };
}
