/**
 * What servers ask a person in the middle of a call, for callers that are asked by an answer: the call is held, its caller
 * gets `input_required`, and the call goes on when it is repeated with the responses.
 *
 * A server learns what was answered and nothing else: a question that cannot be asked is cancelled, and waits for nothing
 * [S-03].
 */

import { randomUUID } from "node:crypto";

import { inputRequired, type InputRequest, isSpecType } from "@modelcontextprotocol/server";
import { isObject, type JsonObject, untilAborted } from "@tenon/basis";

import type { SessionCallbacks } from "../../connection/protocol/client-callbacks.ts";

type Elicit = NonNullable<SessionCallbacks["elicit"]>;
type Question = Parameters<Elicit["ask"]>[0];
type Answer = Awaited<ReturnType<Elicit["ask"]>>;

export type QuestionMode = "form" | "url";

export interface HeldQuestions {
  /** What servers may ask: for the hub. */
  readonly callbacks: { readonly elicit: Elicit };
  /** The questions of a server from now on, as those of a call that runs: for the endpoint. */
  follow(server: string, modes: readonly QuestionMode[]): CallQuestions;
}

export interface CallQuestions extends Disposable {
  /** Those without an answer. */
  readonly open: Readonly<Record<string, InputRequest>>;
  /** Resolves when there is one without an answer. */
  asked(): Promise<void>;
  answer(responses: JsonObject): void;
}

interface Following extends CallQuestions {
  readonly modes: readonly QuestionMode[];
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}

const MODES: readonly QuestionMode[] = ["form", "url"];

export function createHeldQuestions(): HeldQuestions {
  const running = new Map<string, Set<Following>>();

  return {
    callbacks: {
      elicit: {
        modes: MODES,
        async ask(question, { server, signal }) {
          const mode = "url" in question ? "url" : "form";
          // A server does not say for which of its calls it asks; all of them are of one session.
          const call = [...(running.get(server) ?? [])].findLast(({ modes }) => modes.includes(mode));
          return call ? await call.ask(question, signal) : { action: "cancel" };
        },
      },
    },
    follow(server, modes) {
      const calls = running.get(server) ?? new Set();
      running.set(server, calls);
      const following = createCallQuestions(modes, () => {
        calls.delete(following);
        if (calls.size === 0) running.delete(server);
      });
      calls.add(following);
      return following;
    },
  };
}

function createCallQuestions(modes: readonly QuestionMode[], onEnd: () => void): Following {
  const open = new Map<string, { readonly request: InputRequest; readonly resolve: (answer: Answer) => void }>();
  let waiting = Promise.withResolvers<void>();

  return {
    modes,
    get open() {
      return Object.fromEntries([...open].map(([key, { request }]) => [key, request]));
    },
    async asked() {
      while (open.size === 0) await waiting.promise;
    },
    async ask(question, signal) {
      const key = randomUUID();
      const { promise, resolve } = Promise.withResolvers<Answer>();
      open.set(key, { request: requestOf(question), resolve });
      waiting.resolve();
      waiting = Promise.withResolvers();
      try {
        return await untilAborted(promise, signal);
      } finally {
        open.delete(key);
      }
    },
    answer(responses) {
      for (const [key, { resolve }] of open) {
        const response = responses[key];
        if (response === undefined) continue;
        open.delete(key);
        resolve(answerOf(response));
      }
    },
    [Symbol.dispose]() {
      onEnd();
      for (const { resolve } of open.values()) resolve({ action: "cancel" });
    },
  };
}

function requestOf(question: Question): InputRequest {
  if (!("url" in question)) return inputRequired.elicit(question);
  // 2026-07-28 has no ids of pages.
  const { mode: _mode, elicitationId: _id, ...page } = question;
  return inputRequired.elicitUrl(page);
}

/** What is no answer at all is a cancelled question. */
function answerOf(response: unknown): Answer {
  if (!isSpecType.ElicitResult(response)) return { action: "cancel" };
  const { action, content } = response;
  return { action, ...(isContent(content) && { content }) };
}

function isContent(content: unknown): content is NonNullable<Answer["content"]> {
  return isObject(content);
}
