/**
 * One ACP connection to an agent, seen as raw messages.
 *
 * However it ends, each request gets an answer [R166].
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
import { toError } from "@tenon/basis";
import type { AgentProgram } from "@tenon/client";

import { type Cancellable, isNotification, isRequest, type MessageId, paramsOf } from "../wire/message.ts";
import { createOutbox, type Outbox } from "../wire/outbox.ts";
import { createSentRequests, type SentListeners, type SentRequest } from "../wire/sent-requests.ts";
import { errorAnswer } from "../wire/wire-error.ts";

export interface UpstreamWire {
  /** The reading side ends with the agent. */
  readonly stream: Stream;
  /** Resolves when the agent is gone: with why, or with nothing if we closed it. */
  readonly closed: Promise<Error | undefined>;
  close(how?: Closing): Promise<void>;
  /** Lets go of the journal's sessions, whose turns end for this reason. To be called when all that the agent wrote was read. */
  release(reason?: string): Promise<void>;
  /** The journal's id of a session, by the agent's. Undefined if nothing is recorded of it. */
  idOf(agentSessionId: string): string | undefined;
  /** How it was started, if it is a program. */
  readonly program?: AgentProgram;
}

export interface Closing {
  /** Another machine may soon have its sessions: all ends at once and side by side, its servers too. */
  readonly isLost?: boolean;
}

export interface Upstream extends Pick<Outbox, "drained"> {
  readonly isOver: boolean;
  /** How it was started, if it is a program that runs. */
  readonly program: AgentProgram | undefined;
  request(request: AnyRequest, onAnswer: OnAnswer): SentRequest;
  notify(message: AnyNotification): void;
  /** To one of the agent's own requests. */
  respond(response: AnyResponse): void;
  /** Anything at all, as it is. */
  pass(message: AnyMessage): void;
  idOf(agentSessionId: string): string | undefined;
  /** The id that a pending request was given with, by the id the agent knows. */
  givenId(id: unknown): MessageId | undefined;
  readonly closed: Promise<void>;
  close(how?: Closing): Promise<void>;
}

/** Called once, also if the agent ends before it has answered [R166]. */
export type OnAnswer = SentListeners["onAnswer"];

export interface UpstreamOptions {
  open(): Promise<UpstreamWire>;
  onRequest(request: AnyRequest): Cancellable;
  onNotification(message: AnyNotification): void;
  /** It has answered with an internal error, which the client gets too. */
  onFailure(method: string, error: ErrorResponse): void;
  /** It cannot tell which message its answer is to [R15]. */
  onUnreadable(response: AnyResponse): void;
  /** After the last answer was given. */
  onEnd(error: Error | undefined): void;
}

const INTERNAL_ERROR = -32_603;

// An agent that does not read makes its clients wait, not us grow.
const OUTBOX = { messages: 1_024, characters: 16 * 1024 * 1024 };

export function openUpstream(options: UpstreamOptions): Upstream {
  const incoming = new Map<MessageId, Cancellable>();
  const opening = options.open();
  let wire: UpstreamWire | undefined;
  let failure: Error | undefined;
  let isOver = false;
  let isClosing = false;
  const writable = opening.then(({ stream }) => stream.writable);
  // Whatever keeps us from writing also ends the reading, and that tells why.
  const outbox = createOutbox({ ...OUTBOX, writable, onFailure: () => void wire?.close() });
  const requests = createSentRequests(outbox.push);
  const closed = run();

  return {
    get isOver() {
      return isOver;
    },
    get program() {
      return wire?.program;
    },
    request: (request, onAnswer) =>
      requests.send(request, {
        onAnswer,
        onGone() {
          const response = ended(request.id);
          onAnswer(response, response);
        },
      }),
    notify: (message) => outbox.push(message),
    respond(response) {
      incoming.delete(response.id);
      outbox.push(response);
    },
    pass: (message) => outbox.push(message),
    drained: outbox.drained,
    idOf: (agentSessionId) => wire?.idOf(agentSessionId),
    givenId: requests.givenId,
    closed,
    async close(how) {
      isClosing = true;
      // One that cannot be started is closed already, and its failure was reported.
      await opening.then((opened) => opened.close(how)).catch(() => {});
      await closed;
    },
  };

  async function run(): Promise<void> {
    try {
      wire = await opening;
      await read(wire.stream.readable);
      failure = await wire.closed;
    } catch (error) {
      failure = toError(error);
      await wire?.close();
    }
    // First of all: a client that hears that it has ended may want to open the session elsewhere.
    await wire?.release(isClosing ? undefined : failure?.message);
    isOver = true;
    outbox.drop(new Error("The agent has exited"));
    requests.end();
    options.onEnd(isClosing ? undefined : failure);
  }

  async function read(readable: ReadableStream<AnyMessage>): Promise<void> {
    const reader = readable.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
  }

  function take(message: AnyMessage) {
    if (isRequest(message)) takeRequest(message);
    else if (!isNotification(message)) takeResponse(message);
    else if (message.method !== "$/cancel_request") options.onNotification(message);
    else {
      const requestId: unknown = paramsOf(message)["requestId"];
      for (const [id, request] of incoming) if (id === requestId) request.cancel();
    }
  }

  function takeResponse(response: AnyResponse) {
    const asked = requests.take(response);
    if (asked && "error" in response && response.error.code === INTERNAL_ERROR) {
      options.onFailure(asked.method, response.error);
    }
    // Any other stray answer has an id that may be one of the client's own, under way to another agent.
    if (!asked && response.id === null) options.onUnreadable(response);
  }

  function takeRequest(request: AnyRequest) {
    // Before it is passed on: the answer may come at once.
    incoming.set(request.id, { cancel() {} });
    const taken = options.onRequest(request);
    if (incoming.has(request.id)) incoming.set(request.id, taken);
  }

  function ended(id: MessageId): AnyResponse {
    return errorAnswer(id, failure ?? RequestError.internalError(undefined, "the agent has exited"));
  }
}
