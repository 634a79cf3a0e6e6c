/**
 * What an agent asks a person: permissions and forms. They go to every client that can show them; the first answer
 * counts, and the others are notified of it, and by whom it was given [M-04].
 *
 * A question is never lost with a connection [M-01]. It waits for a client, and is rejected when its time is up; while a
 * client that can answer is attached, that time is longer, and begins when the client is asked.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { defined, isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import type { Clock } from "@tenon/basis";

import type { ClientLink } from "../../wire/client-link.ts";
import type { SentRequest } from "../../wire/sent-requests.ts";
import { type Cancellable, paramsOf, resultOf, type Reply, sessionIdOf } from "../../wire/message.ts";
import { errorAnswer } from "../../wire/wire-error.ts";
import { cancellation, isAnswer, refusal } from "./answers.ts";
import { offeredTo } from "./offered-to.ts";

export interface Questions {
  readonly isEmpty: boolean;
  /** `respond` is called once, unless the session ends first. */
  ask(request: AnyRequest, respond: Reply): Cancellable;
  /** Everything that is open, to a client that has come. */
  offer(link: ClientLink): void;
  /** A client that is no longer asked. */
  leave(link: ClientLink): void;
  /** The turn is to end: all that is open is answered with `cancelled`. */
  cancelAll(): void;
  /** The session is over: no answer is needed any more. */
  end(): void;
}

export interface QuestionsOptions {
  readonly clock: Clock;
  /** How long a question waits while no client can answer. */
  readonly waitMs: number;
  /** How long it waits while one can. */
  readonly maxWaitMs: number;
  readonly links: Iterable<ClientLink>;
  /** Sends something to a client when its turn has come. */
  hand(link: ClientLink, send: () => void): void;
  /** Before the answer is given. `by` is the client's name, or ours. */
  onAnswer(request: AnyRequest, response: AnyResponse, by: string): void;
  onChange(): void;
}

interface Question {
  readonly request: AnyRequest;
  offer(link: ClientLink): void;
  leave(link: ClientLink): void;
  settle(response: AnyResponse, by: string): void;
  /** The answer is not needed any more, but one is still given [R164]. */
  cancel(): void;
  end(): void;
}

const OURSELVES = "tenon";

export function createQuestions(options: QuestionsOptions): Questions {
  const open = new Set<Question>();
  return {
    get isEmpty() {
      return open.size === 0;
    },
    ask(request, respond) {
      const onEnd = () => {
        open.delete(question);
        options.onChange();
      };
      const question = createQuestion(request, { ...options, respond, onEnd });
      open.add(question);
      for (const link of options.links) question.offer(link);
      options.onChange();
      return question;
    },
    offer(link) {
      for (const question of open) question.offer(link);
    },
    leave(link) {
      for (const question of open) question.leave(link);
    },
    cancelAll() {
      for (const question of open) question.settle(cancellation(question.request), OURSELVES);
    },
    end() {
      for (const question of open) question.end();
    },
  };
}

interface QuestionOptions extends QuestionsOptions {
  readonly respond: Reply;
  onEnd(): void;
}

function createQuestion(request: AnyRequest, options: QuestionOptions): Question {
  const asked = new Map<ClientLink, SentRequest | undefined>();
  const over = new AbortController();
  const timeout = createTimeout(options.clock, () => settle(refusal(request), OURSELVES));
  wait();
  return { request, offer, leave, settle, cancel, end };

  function offer(link: ClientLink) {
    if (over.signal.aborted || asked.has(link) || !canAnswer(link, request)) return;
    asked.set(link, undefined);
    wait();
    options.hand(link, () => {
      if (over.signal.aborted || link.gone.aborted) return withdraw(link);
      asked.set(
        link,
        link.ask(offeredTo(link, request), {
          onAnswer: (response) => take(link, response),
          onGone: () => withdraw(link),
        }),
      );
    });
  }

  function take(link: ClientLink, response: AnyResponse) {
    // It may have lost the right since it was asked.
    if (!canAnswer(link, request)) return withdraw(link);
    const isLast = [...asked.keys()].every((other) => other === link);
    // One client that cannot answer, or answers something else, does not speak for the others.
    if (!isAnswer(request, response) && !isLast) return withdraw(link);
    if (isAnswer(request, response) && !isAnswer(offeredTo(link, request), response)) return withdraw(link);
    asked.delete(link);
    recordAnswer(link, request, response);
    settle(response, link.name);
  }

  function leave(link: ClientLink) {
    asked.get(link)?.cancel();
    withdraw(link);
  }

  function withdraw(link: ClientLink) {
    if (asked.delete(link) && asked.size === 0 && !over.signal.aborted) wait();
  }

  function wait() {
    timeout.restart(asked.size === 0 ? options.waitMs : options.maxWaitMs);
  }

  function settle(response: AnyResponse, by: string) {
    if (over.signal.aborted) return;
    options.onAnswer(request, response, by);
    options.respond(response);
    end({ _meta: { tenon: { answeredBy: by, ...answerIn(response) } } });
  }

  function cancel() {
    if (asked.size === 0) settle(errorAnswer(request.id, RequestError.requestCancelled()), OURSELVES);
    for (const question of asked.values()) question?.cancel();
  }

  function end(params: JsonObject = {}) {
    over.abort();
    timeout.stop();
    for (const question of asked.values()) question?.cancel(params);
    options.onEnd();
  }
}

function recordAnswer({ access }: ClientLink, request: AnyRequest, response: AnyResponse): void {
  const { outcome, action } = resultOf(response);
  const given = stringOf(objectOf(outcome)["optionId"]) ?? stringOf(objectOf(outcome)["outcome"]) ?? stringOf(action);
  const { toolCallId, title } = objectOf(paramsOf(request)["toolCall"]);
  const details = defined({ given, toolCallId: stringOf(toolCallId), title: stringOf(title) });
  access?.record("answer", { sessionId: sessionIdOf(request) ?? "", details });
}

function createTimeout(clock: Clock, onTimeout: () => void) {
  let waiting = new AbortController();
  const stop = () => waiting.abort();
  return {
    stop,
    restart(ms: number): void {
      stop();
      waiting = new AbortController();
      clock.after(ms, waiting.signal).then(onTimeout, () => {}); // Rejects only when it is stopped.
    },
  };
}

function canAnswer(link: ClientLink, request: AnyRequest): boolean {
  const { capabilities } = link;
  if (!link.may("answer", sessionIdOf(request) ?? "")) return false;
  if (request.method !== "elicitation/create") return true;
  const mode = stringOf(paramsOf(request)["mode"]) ?? "form";
  return isObject(objectOf(capabilities["elicitation"])[mode]);
}

/** What was chosen, for the other clients. */
function answerIn(response: AnyResponse): JsonObject {
  const { outcome } = resultOf(response);
  return isObject(outcome) ? { outcome } : {};
}
