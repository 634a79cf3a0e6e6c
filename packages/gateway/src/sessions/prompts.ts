/**
 * The prompts of a session, one client's after another's, in the order in which they came.
 *
 * What one client sends on top of its own turn goes to the agent at once, as it would without us: what comes of that is
 * the agent's to say [R76]. Another client's prompt waits for the turns before it [I-01], and so does one that was sent to
 * be queued. All clients see those that wait, and can take them back.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { objectOf, stringOf } from "@tenon/basis";

import type { ClientLink } from "../wire/client-link.ts";
import type { WaitingPrompt } from "../gateway.ts";
import { answer, itemsOf, paramsOf, tenonMeta } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { SentRequest } from "../wire/sent-requests.ts";

export interface Prompts {
  readonly isEmpty: boolean;
  /** The next one first. */
  readonly waiting: readonly WaitingPrompt[];
  /** Resolves the prompt exactly once, by `reply`. A client that goes leaves its prompts to run. */
  add(prompt: Prompt): { cancel(): void };
  /** Who sent the prompt that the agent knows by this id. */
  senderOf(requestId: unknown): ClientLink | undefined;
  /**
   * Ends the prompts of this client that wait, and those of clients that are gone: a cancelled turn is a stop reason and not
   * an error [R68].
   */
  cancelWaiting(link: ClientLink): void;
  /** Ends one that waits, and gives what it says. Undefined if it does not wait. */
  takeBack(promptId: string): { readonly prompt: unknown } | undefined;
  /** No more turns. */
  end(error: unknown): void;
}

export interface Prompt {
  readonly link: ClientLink;
  readonly request: AnyRequest;
  /** `original` is the agent's answer as it came; absent if the prompt never ran. */
  reply(response: AnyResponse, original?: AnyResponse): void;
}

export interface PromptsOptions {
  readonly maxWaiting: number;
  send(request: AnyRequest, onAnswer: Prompt["reply"]): SentRequest;
  /** A turn has begun or ended. */
  onChange(): void;
}

export function createPrompts({ maxWaiting, send, onChange }: PromptsOptions): Prompts {
  const running = new Map<Prompt, SentRequest>();
  const ids = new WeakMap<Prompt, string>();
  let waiting: Prompt[] = [];
  let lastId = 0;
  return {
    get isEmpty() {
      return running.size === 0 && waiting.length === 0;
    },
    get waiting() {
      return waiting.map((prompt) => ({ id: idOf(prompt), text: beginningOf(prompt), by: prompt.link.name }));
    },
    add(prompt) {
      if (waiting.length >= maxWaiting) {
        prompt.reply(errorAnswer(prompt.request.id, tooMany(maxWaiting)));
        return { cancel() {} };
      }
      waiting.push(prompt);
      next();
      if (waiting.includes(prompt)) onChange();
      return {
        cancel() {
          running.get(prompt)?.cancel();
          dismiss((one) => one === prompt);
        },
      };
    },
    senderOf: (requestId) => [...running].find(([, { id }]) => id === requestId)?.[0].link,
    cancelWaiting: (link) => dismiss((prompt) => prompt.link === link || prompt.link.gone.aborted),
    takeBack(promptId) {
      const taken = waiting.find((prompt) => idOf(prompt) === promptId);
      if (!taken) return undefined;
      dismiss((prompt) => prompt === taken);
      return { prompt: paramsOf(taken.request)["prompt"] };
    },
    end(error) {
      for (const { request, reply } of waiting.splice(0)) reply(errorAnswer(request.id, error));
    },
  };

  function next() {
    for (let prompt = waiting[0]; prompt && mayRun(prompt); prompt = waiting[0]) {
      waiting.shift();
      run(prompt);
    }
  }

  function mayRun(prompt: Prompt): boolean {
    return [...running.keys()].every((other) => !isQueued(prompt) && other.link === prompt.link);
  }

  /** As the client has named it, or else one of ours. */
  function idOf(prompt: Prompt): string {
    const given = stringOf(tenonMeta(paramsOf(prompt.request))["promptId"]);
    const id = given ?? ids.get(prompt) ?? `waiting-${(lastId += 1)}`;
    ids.set(prompt, id);
    return id;
  }

  function run(prompt: Prompt) {
    const sent = send(prompt.request, (response, original) => {
      // Before it is forgotten: what comes before the answer may be the prompt itself, for the others.
      prompt.reply(response, original);
      running.delete(prompt);
      onChange();
      next();
    });
    running.set(prompt, sent);
    onChange();
  }

  function dismiss(isMeant: (prompt: Prompt) => boolean) {
    const dismissed = waiting.filter(isMeant);
    if (dismissed.length === 0) return;
    waiting = waiting.filter((prompt) => !dismissed.includes(prompt));
    for (const prompt of dismissed) {
      const known = isQueued(prompt) && { _meta: { tenon: { hasRun: false } } };
      prompt.reply(answer(prompt.request.id, { stopReason: "cancelled", ...known }));
    }
    onChange();
  }
}

/** Its client wants it to wait for its turn, and knows what that means. */
function isQueued({ request }: Prompt): boolean {
  return tenonMeta(paramsOf(request))["queue"] === true;
}

// Enough to recognise it: it is in every list of sessions.
const BEGINNING = 500;

function beginningOf({ request }: Prompt): string {
  const blocks = itemsOf(paramsOf(request)["prompt"]);
  const words = blocks.map(objectOf).map(({ type, text }) => stringOf(text) ?? `[${String(type)}]`);
  return words.join(" ").slice(0, BEGINNING);
}

function tooMany(limit: number): RequestError {
  return RequestError.invalidRequest({ limit }, "too many prompts are waiting in this session");
}
