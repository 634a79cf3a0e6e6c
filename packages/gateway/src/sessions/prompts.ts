/**
 * The prompts of a session, one client's after another's, in the order in which they came.
 *
 * What one client sends on top of its own turn goes to the agent at once, as it would without us: what comes of that is
 * the agent's to say [R76]. Another client's prompt waits for the turns before it [I-01].
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";

import type { ClientLink } from "../connection/client-link.ts";
import { answer } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { SentRequest } from "../upstream/upstream.ts";

export interface Prompts {
  readonly isEmpty: boolean;
  /** Resolves the prompt exactly once, by `reply`. A client that goes leaves its prompts to run. */
  add(prompt: Prompt): { cancel(): void };
  /** Who sent the prompt that the agent knows by this id. */
  senderOf(requestId: unknown): ClientLink | undefined;
  /** Ends the prompts of this client that wait: a cancelled turn is a stop reason and not an error [R68]. */
  cancelWaiting(link: ClientLink): void;
  /** No more turns. */
  end(error: unknown): void;
}

export interface Prompt {
  readonly link: ClientLink;
  readonly request: AnyRequest;
  /** `seq` is the place of the agent's answer in the journal. */
  reply(response: AnyResponse, seq?: number): void;
}

export interface PromptsOptions {
  readonly mostWaiting: number;
  send(request: AnyRequest, onAnswer: Prompt["reply"]): SentRequest;
  /** A turn has begun or ended. */
  onChange(): void;
}

export function createPrompts({ mostWaiting, send, onChange }: PromptsOptions): Prompts {
  const running = new Map<Prompt, SentRequest>();
  let waiting: Prompt[] = [];
  return {
    get isEmpty() {
      return running.size === 0 && waiting.length === 0;
    },
    add(prompt) {
      if (waiting.length >= mostWaiting) {
        prompt.reply(errorAnswer(prompt.request.id, tooMany(mostWaiting)));
        return { cancel() {} };
      }
      waiting.push(prompt);
      next();
      return {
        cancel() {
          running.get(prompt)?.cancel();
          dismiss((one) => one === prompt);
        },
      };
    },
    senderOf: (requestId) => [...running].find(([, { id }]) => id === requestId)?.[0].link,
    cancelWaiting: (link) => dismiss((prompt) => prompt.link === link),
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

  function mayRun({ link }: Prompt): boolean {
    return [...running.keys()].every((other) => other.link === link);
  }

  function run(prompt: Prompt) {
    const sent = send(prompt.request, (response, seq) => {
      running.delete(prompt);
      prompt.reply(response, seq);
      onChange();
      next();
    });
    running.set(prompt, sent);
    onChange();
  }

  function dismiss(isMeant: (prompt: Prompt) => boolean) {
    const dismissed = waiting.filter(isMeant);
    waiting = waiting.filter((prompt) => !dismissed.includes(prompt));
    for (const { request, reply } of dismissed) reply(answer(request.id, { stopReason: "cancelled" }));
  }
}

function tooMany(limit: number): RequestError {
  return RequestError.invalidRequest({ limit }, "too many prompts wait in this session");
}
