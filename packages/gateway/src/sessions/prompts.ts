/**
 * The prompts of a session, one client's after another's, in the order in which they came.
 *
 * What one client sends on top of its own turn goes to the agent at once, as it would without us: what comes of that is
 * the agent's to say [R76]. Another client's prompt waits for the turns before it [I-01], and so does one that was sent to
 * be queued. All clients see those that wait, and can take them back.
 */

import { type AnyRequest, type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { itemsOf, objectOf, stringOf } from "@tenon/basis";

import type { ClientLink } from "../wire/client-link.ts";
import type { WaitingPrompt } from "../gateway.ts";
import { answer, paramsOf, tenonMeta } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import type { SentRequest } from "../wire/sent-requests.ts";

export interface Prompts {
  readonly isEmpty: boolean;
  /** The next one first. */
  readonly waiting: readonly WaitingPrompt[];
  /**
   * Resolves the prompt exactly once, by `reply`. A client that goes leaves its prompts to run. One that is sent again, by its
   * id, is not run again: each sending is answered.
   */
  add(prompt: Prompt): { cancel(): void };
  /** Whether a prompt of this id runs, waits, or has been answered a short while ago. */
  knows(promptId: string): boolean;
  /** Who sent the prompt, and sent it last, that the agent knows by this id. */
  senderOf(requestId: unknown): ClientLink | undefined;
  /**
   * Ends the prompts of this client that wait, and those of clients that are gone: a cancelled turn is a stop reason and not
   * an error [R68].
   */
  cancelWaiting(link: ClientLink): void;
  /** Ends one that waits, and gives what it says. Undefined if it does not wait. */
  takeBack(promptId: string): { readonly prompt: unknown } | undefined;
  /** The session is closed for good, and not handed on: what waits will not run. */
  forgetWaiting(): void;
  /** What waits does not begin any more here. */
  hold(): void;
  /** Nothing begins while it is paused. */
  pause(isPaused: boolean): void;
  /**
   * What waits and has a name runs where the session is opened next: it does not begin here, and gets no answer here. The
   * rest cannot be kept, and runs.
   */
  handOn(): void;
  /** No more turns. */
  end(error: unknown): void;
}

export interface Prompt {
  readonly link: ClientLink;
  readonly request: AnyRequest;
  /** `original` is the agent's answer as it came; absent if the prompt never ran. */
  reply(response: AnyResponse, original?: AnyResponse): void;
  /** The same for the clients that did not send it. */
  announce(response: AnyResponse, original: AnyResponse | undefined, senders: readonly ClientLink[]): void;
}

export interface PromptsOptions {
  readonly maxWaiting: number;
  send(prompt: Pick<Prompt, "link" | "request">, onAnswer: Prompt["reply"]): SentRequest;
  /** Whether its person may prompt now: they may have lost that right while it waited. */
  isAllowed(prompt: Prompt): boolean;
  /** A turn has begun or ended. */
  onChange(): void;
  /** One begins to wait, or will not run after all. */
  onWaiting(prompt: Prompt): void;
  onDismissed(promptId: string): void;
}

export function createPrompts(options: PromptsOptions): Prompts {
  const { maxWaiting, send, onChange } = options;
  const running = new Map<NamedPrompt, SentRequest>();
  let isHeld = false;
  let isPaused = false;
  let isHandedOn = false;
  const isLeft = ({ request }: Prompt) => isHandedOn && promptIdOf(request) !== undefined;
  const ended = createEndedPrompts();
  const { prompts: waiting, add, dismiss } = createWaitingPrompts(options);
  const underWay = (promptId: string | undefined) =>
    promptId === undefined ? undefined : [...running.keys(), ...waiting].find(({ id }) => id === promptId);
  return {
    get isEmpty() {
      return running.size === 0 && (isHeld || [...waiting].every(isLeft));
    },
    get waiting() {
      return [...waiting].map(({ id, request, link }) => ({ id, text: beginningOf(request), by: link.name }));
    },
    add(given) {
      const known = underWay(promptIdOf(given.request));
      if (known) {
        join(known, given);
        return { cancel: () => cancel(known) };
      }
      const answered = ended.find(promptIdOf(given.request));
      // A network may deliver the first one late, after the second was answered. One that failed may be tried anew.
      if (answered && (isSentAgain(given.request) || "result" in answered)) {
        given.reply({ ...answered, id: given.request.id });
        return { cancel() {} };
      }
      if (waiting.size >= maxWaiting) {
        given.reply(errorAnswer(given.request.id, tooMany(maxWaiting)));
        return { cancel() {} };
      }
      const prompt = add(given);
      next();
      if (waiting.has(prompt)) {
        options.onWaiting(prompt);
        onChange();
      }
      return { cancel: () => cancel(prompt) };
    },
    knows: (promptId) => underWay(promptId) !== undefined || ended.find(promptId) !== undefined,
    senderOf: (requestId) => [...running].find(([, { id }]) => id === requestId)?.[0].link,
    cancelWaiting: (link) => void dismiss((prompt) => prompt.link === link || prompt.link.gone.aborted),
    takeBack(promptId) {
      const [taken] = dismiss(({ id }) => id === promptId);
      return taken && { prompt: paramsOf(taken.request)["prompt"] };
    },
    hold: () => void (isHeld = true),
    pause(isPausedNow) {
      isPaused = isPausedNow;
      next();
    },
    handOn: () => void (isHandedOn = true),
    forgetWaiting() {
      for (const { id } of waiting) options.onDismissed(id);
    },
    end(error) {
      for (const prompt of waiting) {
        waiting.delete(prompt);
        if (isLeft(prompt)) for (const { link } of prompt.sendings) link.giveUp(new Error(HANDED_ON));
        else conclude(prompt, errorAnswer(prompt.request.id, error));
      }
    },
  };

  function next() {
    for (const prompt of waiting) {
      if (isHeld || isPaused || !mayRun(prompt, running.keys())) return;
      if (isLeft(prompt)) continue;
      if (!options.isAllowed(prompt)) {
        dismiss((one) => one === prompt);
        continue;
      }
      waiting.delete(prompt);
      run(prompt);
    }
  }

  function cancel(prompt: NamedPrompt) {
    running.get(prompt)?.cancel();
    dismiss((one) => one === prompt);
  }

  function run(prompt: NamedPrompt) {
    const sent = send(prompt, (response, original) => {
      // Before it is forgotten: what comes before the answer may be the prompt itself, for the others.
      conclude(prompt, response, original);
      running.delete(prompt);
      ended.add(promptIdOf(prompt.request), response);
      onChange();
      next();
    });
    running.set(prompt, sent);
    onChange();
  }
}

const HANDED_ON = "This machine is stopping, and a prompt that waits runs on another one";

function mayRun(prompt: Prompt, running: Iterable<Prompt>): boolean {
  return [...running].every((other) => !isQueued(prompt) && other.link === prompt.link);
}

interface NamedPrompt extends Prompt {
  /** As the client has named it, or else one of ours. */
  readonly id: string;
  readonly sendings: readonly Prompt[];
}

/**
 * A network that was cut may deliver one sending after the next. Only the client knows which of its connections it still
 * reads, so all of them are answered.
 */
function join(known: NamedPrompt, given: Prompt): void {
  const sendings = [...known.sendings.filter(({ link }) => !link.gone.aborted), given];
  Object.assign(known, { sendings, ...(isSentAgain(given.request) && { link: given.link }) });
}

function conclude({ sendings, announce }: NamedPrompt, response: AnyResponse, original?: AnyResponse): void {
  for (const { request, reply } of sendings) reply({ ...response, id: request.id }, original);
  announce(
    response,
    original,
    sendings.map(({ link }) => link),
  );
}

/** By which its client names a prompt. */
export function promptIdOf(request: AnyRequest): string | undefined {
  return stringOf(tenonMeta(paramsOf(request))["promptId"]);
}

/** Its client has lost the connection, and does not know whether the prompt has come. */
export function isSentAgain(request: AnyRequest): boolean {
  return tenonMeta(paramsOf(request))["again"] === true;
}

// Those of a client that was gone for an hour: it has few under way.
const MAX_ENDED = 32;

/** The last answers, for clients that send a prompt again because they were disconnected. */
function createEndedPrompts() {
  const ended = new Map<string, AnyResponse>();
  return {
    find: (promptId: string | undefined) => (promptId === undefined ? undefined : ended.get(promptId)),
    add(promptId: string | undefined, response: AnyResponse): void {
      if (promptId === undefined) return;
      ended.delete(promptId);
      ended.set(promptId, response);
      const [oldest] = ended.keys();
      if (ended.size > MAX_ENDED && oldest !== undefined) ended.delete(oldest);
    },
  };
}

function createWaitingPrompts({ onChange, onDismissed }: Pick<PromptsOptions, "onChange" | "onDismissed">) {
  const prompts = new Set<NamedPrompt>();
  let lastId = 0;
  return {
    prompts,
    add(given: Prompt): NamedPrompt {
      const id = promptIdOf(given.request) ?? `waiting-${(lastId += 1)}`;
      const prompt = { ...given, id, sendings: [given] };
      prompts.add(prompt);
      return prompt;
    },
    dismiss(isMeant: (prompt: NamedPrompt) => boolean): readonly NamedPrompt[] {
      const dismissed = [...prompts].filter(isMeant);
      for (const prompt of dismissed) prompts.delete(prompt);
      for (const { id } of dismissed) onDismissed(id);
      for (const prompt of dismissed) {
        const known = isQueued(prompt) && { _meta: { tenon: { hasRun: false } } };
        conclude(prompt, answer(prompt.request.id, { stopReason: "cancelled", ...known }));
      }
      if (dismissed.length > 0) onChange();
      return dismissed;
    },
  };
}

/** Its client wants it to wait for its turn, and knows what that means. */
function isQueued({ request }: Prompt): boolean {
  return tenonMeta(paramsOf(request))["queue"] === true;
}

// Enough to recognise it: it is in every list of sessions.
const BEGINNING = 500;

function beginningOf(request: AnyRequest): string {
  const blocks = itemsOf(paramsOf(request)["prompt"]);
  const words = blocks.map(objectOf).map(({ type, text }) => stringOf(text) ?? `[${String(type)}]`);
  return words.join(" ").slice(0, BEGINNING);
}

function tooMany(limit: number): RequestError {
  return RequestError.invalidRequest({ limit }, "too many prompts are waiting in this session");
}
