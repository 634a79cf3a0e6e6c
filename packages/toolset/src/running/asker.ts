/**
 * Lets a call ask the client for something, and go on with the answer.
 *
 * In the 2025 revisions that is a request to the client while the call is open. In 2026-07-28 the answer to the call is a list
 * of questions, and the client repeats the call with the answers: meanwhile the call is held, and the repeated one attaches
 * to it. The tool runs once in either case.
 */

import {
  type InputRequest,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { randomId } from "@tenon/basis";

import type { Exchange } from "./exchange.ts";

export interface Asker<Result> {
  /** The request that is being answered, or was last. */
  readonly exchange: Exchange;
  /** Called when the client has repeated the request. */
  onrepeat?: (exchange: Exchange) => void;
  /** What to answer: the result, or questions. Aborts the call when this request is cancelled. */
  attach(exchange: Exchange): Promise<Result | InputRequiredResult>;
  /** The key is that of the question in 2026-07-28; a number by default. */
  ask(
    request: InputRequest,
    options: { readonly signal: AbortSignal; readonly key?: string | undefined },
  ): Promise<unknown>;
  finish(result: Result): void;
}

export interface AskerOptions {
  /** Keeps the call until it is repeated; returns the state that names it. Throws if too many are kept. */
  hold(): string;
  abort(reason: unknown): void;
  /** From the first open question to the last answer. */
  asking(isAsking: boolean): void;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Question {
  readonly request: InputRequest;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

// People take their time; after this the client is gone.
export const ANSWER_MS = 10 * 60_000;

export function createAsker<Result>(first: Exchange, { hold, abort, asking }: AskerOptions): Asker<Result> {
  let open: PromiseWithResolvers<Result | InputRequiredResult> | undefined;
  let count = 0;
  let open2025 = 0;
  const questions = createQuestions({
    asking,
    answerWith(inputRequests) {
      if (!open) return;
      open.resolve(inputRequired({ inputRequests, requestState: hold() }));
      open = undefined;
    },
  });

  // Accessors in a literal would cost more than the rest of a short call: each literal gets a hidden class of its own.
  const asker: Mutable<Asker<Result>> = {
    exchange: first,
    async attach(next) {
      asker.exchange = next;
      if (next !== first) asker.onrepeat?.(next);
      open = Promise.withResolvers();
      const { signal, inputResponses = {} } = next.context.mcpReq;
      const cancel = () => abort(signal.reason);
      signal.addEventListener("abort", cancel, { once: true });
      if (signal.aborted) cancel();
      questions.take(inputResponses);
      try {
        return await open.promise;
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
    async ask(request, { signal, key = `question-${(count += 1)}` }) {
      if (asker.exchange.era === "modern") return await questions.put(key, request, signal);
      open2025 += 1;
      asking(true);
      try {
        return await send(asker.exchange.context, request, signal);
      } finally {
        open2025 -= 1;
        if (open2025 === 0) asking(false);
      }
    },
    finish(result) {
      open?.resolve(result);
      open = undefined;
    },
  };
  return asker;
}

/** The questions of 2026-07-28, which wait until the call is repeated. What `answerWith` throws fails all of them. */
function createQuestions(options: {
  asking(isAsking: boolean): void;
  /** Answers the request with these questions, if it is still open. */
  answerWith(inputRequests: Record<string, InputRequest>): void;
}) {
  const questions = new Map<string, Question>();
  /** Answers to questions that are not asked yet: the client knew them from an earlier call. */
  let early: Map<string, unknown> | undefined;
  return { put, take };

  async function put(key: string, request: InputRequest, signal: AbortSignal): Promise<unknown> {
    const answered = early?.get(key);
    if (early?.delete(key)) return answered;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    questions.set(key, { request, resolve, reject });
    if (questions.size === 1) {
      options.asking(true);
      // Questions of one moment are asked together.
      queueMicrotask(answerWithQuestions);
    }
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", stop);
      questions.delete(key);
      if (questions.size === 0) options.asking(false);
    }
  }

  function answerWithQuestions(): void {
    if (questions.size === 0) return;
    try {
      options.answerWith(Object.fromEntries([...questions].map(([key, { request }]) => [key, request])));
    } catch (error) {
      for (const { reject } of questions.values()) reject(error);
    }
  }

  function take(answers: Readonly<Record<string, unknown>>): void {
    for (const [key, answer] of Object.entries(answers)) {
      const question = questions.get(key);
      if (question) question.resolve(answer);
      else (early ??= new Map()).set(key, answer);
      questions.delete(key);
    }
    // The client left some out, or the tool asked for more while it was held.
    if (questions.size > 0) queueMicrotask(answerWithQuestions);
  }
}

async function send(context: ServerContext, request: InputRequest, signal: AbortSignal): Promise<unknown> {
  const options = { signal, timeout: ANSWER_MS, relatedRequestId: context.mcpReq.id };
  // The 2025 revisions name each page that a user is sent to.
  const needsId = request.method === "elicitation/create" && request.params.mode === "url";
  const params = { ...request.params, ...(needsId && { elicitationId: randomId() }) };
  return await context.mcpReq.send({ method: request.method, params }, options);
}
