/**
 * One ACP connection to an agent, seen as raw messages.
 *
 * Requests get ids of our own and come back to whoever sent them [R163]. However it ends, everybody who waits for an
 * answer gets one [R166].
 */

import {
  type AnyMessage,
  type AnyNotification,
  type AnyRequest,
  type AnyResponse,
  type ErrorResponse,
  RequestError,
  type Stream,
} from "@agentclientprotocol/sdk";
import type { JsonObject } from "@tenon/basis";

import { isNotification, isRequest, type MessageId, notification, paramsOf } from "../wire/message.ts";
import { createOutbox } from "../wire/outbox.ts";
import { errorAnswer } from "../wire/wire-error.ts";

export interface UpstreamWire {
  /** The reading side ends with the agent. */
  readonly stream: Stream;
  /** Resolves when the agent is gone: with why, or with nothing if we closed it. */
  readonly closed: Promise<Error | undefined>;
  close(): Promise<void>;
  /** Lets go of the journal's sessions. To be called when all that the agent said was read. */
  release(): Promise<void>;
  /** The journal's id of a session, by the agent's. Undefined if nothing is recorded of it. */
  idOf(agentSessionId: string): string | undefined;
}

export interface Upstream {
  readonly isOver: boolean;
  request(request: AnyRequest, onAnswer: OnAnswer): SentRequest;
  notify(message: AnyNotification): void;
  /** To one of the agent's own requests. */
  respond(response: AnyResponse): void;
  /** Anything at all, as it is. */
  pass(message: AnyMessage): void;
  /** When it can take more. */
  room(): Promise<void>;
  idOf(agentSessionId: string): string | undefined;
  /** The id that a request under way was given with, by the one that the agent knows it by. */
  givenId(id: unknown): MessageId | undefined;
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Called once, in the order of the wire. The response has the id of the request as it was given; `original` is the message
 * as it came from the agent.
 */
export type OnAnswer = (response: AnyResponse, original: AnyResponse) => void;

export interface SentRequest {
  /** By which the agent, and the journal, know it. */
  readonly id: number;
  /** Asks the agent to stop; its answer is still awaited [R164]. */
  cancel(params?: JsonObject): void;
}

export interface UpstreamOptions {
  open(): Promise<UpstreamWire>;
  onRequest(request: AnyRequest): { cancel(): void };
  onNotification(message: AnyNotification): void;
  /** It has answered that something went wrong in it. Whoever asked is told too. */
  onFailure(method: string, error: ErrorResponse): void;
  /** It cannot tell which message its answer is to [R15]. */
  onUnreadable(response: AnyResponse): void;
  /** After the last answer was given. */
  onEnd(error: Error | undefined): void;
}

const INTERNAL_ERROR = -32_603;

interface Pending {
  readonly given: MessageId;
  readonly method: string;
  reply(response: AnyResponse): void;
}

// An agent that does not read makes its clients wait, not us grow.
const OUTBOX = { messages: 1_024, characters: 16 * 1024 * 1024 };

export function openUpstream(options: UpstreamOptions): Upstream {
  const pending = new Map<unknown, Pending>();
  const incoming = new Map<MessageId, { cancel(): void }>();
  const opening = options.open();
  let wire: UpstreamWire | undefined;
  let lastId = 0;
  let failure: Error | undefined;
  let isOver = false;
  let isClosing = false;
  const writable = opening.then(({ stream }) => stream.writable);
  // Whatever keeps us from writing also ends the reading, and that tells why.
  const outbox = createOutbox({ ...OUTBOX, writable, onFailure: () => void wire?.close() });
  const closed = run();

  return {
    get isOver() {
      return isOver;
    },
    request(request, onAnswer) {
      const id = (lastId += 1);
      const reply = (original: AnyResponse) => onAnswer({ ...original, id: request.id }, original);
      if (isOver) {
        queueMicrotask(() => reply(ended(id)));
      } else {
        pending.set(id, { given: request.id, method: request.method, reply });
        outbox.push({ ...request, id });
      }
      return {
        id,
        cancel(params = {}) {
          if (pending.has(id)) outbox.push(notification("$/cancel_request", { ...params, requestId: id }));
        },
      };
    },
    notify: (message) => outbox.push(message),
    respond(response) {
      incoming.delete(response.id);
      outbox.push(response);
    },
    pass: (message) => outbox.push(message),
    room: () => outbox.room(),
    idOf: (agentSessionId) => wire?.idOf(agentSessionId),
    givenId: (id) => pending.get(id)?.given,
    closed,
    async close() {
      isClosing = true;
      // One that cannot be started is closed already, and its failure has been told.
      await opening.then((opened) => opened.close()).catch(() => {});
      await closed;
    },
  };

  async function run(): Promise<void> {
    try {
      wire = await opening;
      await read(wire.stream.readable);
      failure = await wire.closed;
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      await wire?.close();
    }
    // First of all: whoever hears that it has ended may want to open the session elsewhere.
    await wire?.release();
    isOver = true;
    outbox.drop(new Error("The agent has gone"));
    for (const { given, reply } of pending.values()) reply(ended(given));
    pending.clear();
    options.onEnd(isClosing ? undefined : failure);
  }

  async function read(readable: ReadableStream<AnyMessage>): Promise<void> {
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
  }

  function take(message: AnyMessage) {
    if (isRequest(message)) return takeRequest(message);
    if (isNotification(message)) {
      if (message.method !== "$/cancel_request") return options.onNotification(message);
      const requestId: unknown = paramsOf(message)["requestId"];
      for (const [id, request] of incoming) if (id === requestId) request.cancel();
      return;
    }
    const asked = pending.get(message.id);
    pending.delete(message.id);
    if (asked && "error" in message && message.error.code === INTERNAL_ERROR) {
      options.onFailure(asked.method, message.error);
    }
    if (asked) asked.reply(message);
    // Any other stray answer has an id that may be one of the client's own, under way to another agent.
    else if (message.id === null) options.onUnreadable(message);
  }

  function takeRequest(request: AnyRequest) {
    // Before it is passed on: the answer may come at once.
    incoming.set(request.id, { cancel() {} });
    const taken = options.onRequest(request);
    if (incoming.has(request.id)) incoming.set(request.id, taken);
  }

  function ended(id: MessageId): AnyResponse {
    return errorAnswer(id, failure ?? RequestError.internalError(undefined, "the agent has ended"));
  }
}
