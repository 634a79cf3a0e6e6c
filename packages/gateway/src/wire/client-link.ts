/**
 * The wire to one client: what is sent to it, and what it is asked.
 */

import type { AnyMessage, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";

import { type MessageId, notification, tenonMeta } from "./message.ts";
import type { Outbox } from "./outbox.ts";

export interface ClientLink {
  /** For people: noted beside what it answers. Its own name for itself, and where it is. */
  readonly name: string;
  /** Whether it is on this machine, for rules about servers. */
  readonly source: "client" | "remote";
  /** What it said of itself in `initialize`. */
  readonly capabilities: JsonObject;
  /** It has no files and terminals, and wants us to have them for its agents. */
  readonly wantsHost: boolean;
  /** False for one that reads the feed: it gets answers and questions here, and no updates. */
  readonly wantsUpdates: boolean;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  /** Never waits. Nothing happens when the client is gone. */
  send(message: AnyMessage, size?: number): void;
  /** So much is on its way to it that it should be left to read on by itself. */
  readonly isFull: boolean;
  room(): Promise<void>;
  /** Cuts it off: it cannot be told what it has to know. */
  giveUp(reason: Error): void;
  ask(request: AnyRequest, listeners: AskListeners): Asked;
}

/** Whether the client has said that it understands what we add to the protocol. */
export function knowsTenon({ capabilities }: ClientLink): boolean {
  return isObject(objectOf(capabilities["_meta"])["tenon"]);
}

export interface AskListeners {
  /** Once, with the id of the request as it was given. */
  onAnswer(response: AnyResponse): void;
  /** Instead, if the client goes first. */
  onGone(): void;
}

export interface Asked {
  /** The client is told that an answer is not needed any more. */
  cancel(params?: JsonObject): void;
}

export interface OpenLink extends ClientLink {
  /** What it says in `initialize`. */
  introduce(params: JsonObject): void;
  /** An answer of the client's to something that it was asked; others are ignored [R20]. */
  receive(response: AnyResponse): void;
  end(): void;
}

export interface ClientLinkOptions extends Pick<ClientLink, "name" | "source" | "giveUp"> {
  readonly outbox: Outbox;
}

export function createClientLink({ name, source, outbox, giveUp }: ClientLinkOptions): OpenLink {
  const pending = new Map<MessageId, { readonly request: AnyRequest } & AskListeners>();
  const gone = new AbortController();
  let params: JsonObject = {};
  let lastId = 0;
  return {
    get name() {
      const title = titleOf(objectOf(params["clientInfo"]));
      return title === "" ? name : `${title} (${name})`;
    },
    source,
    get capabilities() {
      return objectOf(params["clientCapabilities"]);
    },
    get wantsHost() {
      return tenonMeta(params)["host"] === true;
    },
    get wantsUpdates() {
      return tenonMeta(params)["updates"] !== false;
    },
    gone: gone.signal,
    introduce: (given) => void (params = given),
    send: (message, size) => outbox.push(message, size),
    get isFull() {
      return outbox.isFull;
    },
    room: () => outbox.room(),
    giveUp,
    ask(request, listeners) {
      const id = (lastId += 1);
      if (gone.signal.aborted) {
        queueMicrotask(() => listeners.onGone());
      } else {
        pending.set(id, { request, ...listeners });
        outbox.push({ ...request, id });
      }
      return {
        cancel(params = {}) {
          if (pending.has(id)) outbox.push(notification("$/cancel_request", { ...params, requestId: id }));
        },
      };
    },
    receive(response) {
      const asked = pending.get(response.id);
      pending.delete(response.id);
      asked?.onAnswer({ ...response, id: asked.request.id });
    },
    end() {
      gone.abort();
      for (const { onGone } of pending.values()) onGone();
      pending.clear();
    },
  };
}

const LONGEST_TITLE = 60;

/** Clients choose it, and people read it beside what was answered. */
function titleOf({ title, name }: JsonObject): string {
  const given = stringOf(title) ?? stringOf(name) ?? "";
  return given
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, LONGEST_TITLE);
}
