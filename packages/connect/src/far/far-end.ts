/**
 * The gateway's end of the wire. Lines come and go; the editor's side sees one agent: each message once and in order, each
 * request answered once.
 */

import {
  type Clock,
  isObject,
  type JsonObject,
  monotonicClock,
  objectOf,
  parseMessage,
  RPC_ERROR,
  writeMessage,
} from "@tenon/basis";
import { isDeeperThan, MAX_JSON_DEPTH } from "@tenon/policy";
import { createOwnRequests, type Frame, frameOf, type OwnRequests } from "@tenon/proxy";

import { ConnectError } from "../connect-error.ts";
import type { Line, OpenLine } from "../line/line.ts";
import { createBacklog } from "./backlog.ts";
import { type ContinueOptions, continueOnLine } from "./continue-on-line.ts";
import { createConversation } from "./conversation.ts";
import { keepLine } from "./keep-line.ts";
import { isRequest, isResponse } from "./message.ts";

export interface FarEndOptions extends Pick<ContinueOptions, "declare" | "onWarning"> {
  readonly open: OpenLine;
  /** For users. */
  readonly gateway: string;
  readonly clock?: Clock;
  readonly newId?: () => string;
  /** A message for the editor. A promise if no more may come until then. */
  onFrame(frame: Frame): Promise<void> | undefined;
  /** The line is lost, and a new one is being opened; or it is back. */
  onState(state: FarState): void;
}

export interface FarState {
  readonly isUp: boolean;
  readonly reason?: string;
  /** The editor's open sessions. */
  readonly sessionIds: readonly string[];
}

export interface FarEnd {
  /** A promise if the next frame has to wait. */
  send(frame: Frame): Promise<void> | undefined;
  /** Resolves when there is no gateway any more, with why. */
  readonly ended: Promise<Error>;
  /** Ends the line. May be called twice. */
  close(): Promise<void>;
}

// What the gateway takes; a larger message would cost the line, and again when it is sent again.
const MAX_SENT_BYTES = 32 * 1024 * 1024;

export function createFarEnd(options: FarEndOptions): FarEnd {
  const { gateway, clock = monotonicClock, newId = () => crypto.randomUUID() } = options;
  const conversation = createConversation(newId);
  const { sessions, questions } = conversation;
  const backlog = createBacklog();
  const closing = new AbortController();
  let line: Line | undefined;
  let own: OwnRequests | undefined;
  let isReady = false;
  let hasBeenReady = false;

  const listeners = { onText: receive };
  const ended = keepLine({ open: options.open, clock, signal: closing.signal, listeners, onLine, onLost });
  return {
    send(frame) {
      const isAnswer = isResponse(frame.message) || isOfCall(frame.message);
      // The gateway may have asked on this line already, while its sessions are still being resumed.
      if (line && (isReady || isAnswer)) return sendOn(line, frame);
      if (!isAnswer) return backlog.add(frame);
      // Its question may be asked again on the next line, and only then there is an id to send it with.
      conversation.outgoing(frame);
      return undefined;
    },
    ended,
    async close() {
      closing.abort(new ConnectError("lost", `The connection to ${gateway} was closed`, { gateway }));
      await ended;
    },
  };

  function sendOn(to: Line, frame: Frame): Promise<void> | undefined {
    const onward = isTooLarge(frame.text) ? refuse(frame.message) : conversation.outgoing(frame);
    return onward && to.send(onward.text, onward.parts);
  }

  /** What goes to the gateway instead of a message that it would not take. */
  function refuse(message: unknown): Frame | undefined {
    const problem = `The message exceeds the limit of ${MAX_SENT_BYTES / 1024 / 1024} MiB of ${gateway}`;
    options.onWarning(problem);
    const error = { code: RPC_ERROR.invalidRequest, message: problem };
    if (isRequest(message)) deliver({ jsonrpc: "2.0", id: message.id, error });
    return isResponse(message) ? conversation.outgoing(frameOf({ jsonrpc: "2.0", id: message.id, error })) : undefined;
  }

  function receive(text: string): Promise<void> | undefined {
    // What is nested too deeply could be read, but not written again.
    const message = isDeeperThan(text, MAX_JSON_DEPTH) ? undefined : parseMessage(text);
    if (!isObject(message)) {
      options.onWarning(`${gateway} sent an invalid message`);
      return undefined;
    }
    if (own?.take(message)) return undefined;
    const frame = conversation.incoming(message, text);
    for (const answer of questions.takeReady()) void line?.send(writeMessage(answer));
    return frame && options.onFrame(frame);
  }

  async function onLine(opened: Line): Promise<void> {
    line = opened;
    const requests = createOwnRequests(ownPrefix(), (message) => void opened.send(JSON.stringify(message)));
    own = requests;
    if (hasBeenReady) {
      await continueOnLine(opened, conversation, { ...options, requests, signal: closing.signal, deliver });
    }
    for (const frame of backlog.take()) void sendOn(opened, frame);
    isReady = true;
    if (hasBeenReady) options.onState({ isUp: true, sessionIds: sessions.ids });
    hasBeenReady = true;
  }

  function onLost(reason: Error): void {
    line = undefined;
    isReady = false;
    own?.end();
    own = undefined;
    for (const answer of conversation.lost(`The connection to ${gateway} was lost`)) deliver(answer);
    if (!closing.signal.aborted) options.onState({ isUp: false, reason: reason.message, sessionIds: sessions.ids });
  }

  function ownPrefix(): string {
    return `tenon-connect:${newId()}:`;
  }

  function deliver(message: JsonObject): void {
    void options.onFrame(frameOf(message));
  }
}

/** A notification that belongs to a request of the gateway. */
function isOfCall(message: unknown): boolean {
  const { id, method } = objectOf(message);
  return id === undefined && method === "mcp/message";
}

/** A character takes three bytes at the most. */
function isTooLarge(text: string): boolean {
  return text.length > MAX_SENT_BYTES / 3 && Buffer.byteLength(text) > MAX_SENT_BYTES;
}
