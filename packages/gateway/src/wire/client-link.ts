/**
 * The wire to one client: what is sent to it, and what it is asked.
 */

import type { AnyMessage, AnyRequest, AnyResponse } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, nonEmptyStringOf, objectOf, stringOf } from "@tenon/basis";

import type { Access } from "../people/access.ts";
import type { SessionAction } from "../people/decide.ts";
import { isOtherPerson } from "../people/person.ts";
import { tenonMeta } from "./message.ts";
import type { Outbox } from "./outbox.ts";
import { createSentRequests, type SentListeners, type SentRequest } from "./sent-requests.ts";

export interface ClientLink extends Pick<Outbox, "isFull" | "drained"> {
  /** Shown to people beside what it answers: its own name for itself, and where it is. */
  readonly name: string;
  /** Whether it is on this machine, for rules about servers. */
  readonly source: "client" | "remote";
  /** From its `initialize`. */
  readonly capabilities: JsonObject;
  /** It has no files and terminals: the gateway provides them to its agents. */
  readonly wantsHost: boolean;
  /** False for one that reads the feed: it gets answers and questions here, and no updates. */
  readonly wantsUpdates: boolean;
  /** What it calls itself on each of its connections: it remembers the calls that it has run. */
  readonly clientId: string | undefined;
  /** What its person may do. Without it, everything. */
  readonly access: Access | undefined;
  /** Whether its person may do this in a session now. */
  may(action: SessionAction, sessionId: string): boolean;
  /** Aborts when the client is gone. */
  readonly gone: AbortSignal;
  /** Never waits. Does nothing when the client is gone. */
  send(message: AnyMessage, size?: number): void;
  /** Disconnects a client that cannot be sent what it has to know. */
  giveUp(reason: Error): void;
  ask(request: AnyRequest, listeners: SentListeners): SentRequest;
}

/** Whether the client has announced that it understands our extensions. */
export function knowsTenon({ capabilities }: ClientLink): boolean {
  return isObject(objectOf(capabilities["_meta"])["tenon"]);
}

export interface OpenLink extends ClientLink {
  /** Keeps the params of its `initialize`. */
  introduce(params: JsonObject): void;
  receive(response: AnyResponse): void;
  end(): void;
}

export interface ClientLinkOptions extends Pick<ClientLink, "name" | "source" | "giveUp"> {
  readonly access?: Access | undefined;
  readonly outbox: Outbox;
}

export function createClientLink({ name, source, access, outbox, giveUp }: ClientLinkOptions): OpenLink {
  const isOther = isOtherPerson(access);
  const requests = createSentRequests((message) => outbox.push(message));
  const gone = new AbortController();
  let params: JsonObject = {};
  return {
    get name() {
      const title = titleOf(objectOf(params["clientInfo"]));
      // A program chooses its title, and could choose the name of another person.
      return title === "" || isOther ? name : `${title} (${name})`;
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
    get clientId() {
      const id = nonEmptyStringOf(tenonMeta(params)["client"]);
      // One person's program must not pass for another's.
      return access && isOther && id !== undefined ? `${access.person.id} ${id}` : id;
    },
    access,
    may: (action, sessionId) => access?.may(action, sessionId) ?? true,
    gone: gone.signal,
    introduce: (given) => void (params = given),
    send: (message, size) => outbox.push(message, size),
    get isFull() {
      return outbox.isFull;
    },
    drained: () => outbox.drained(),
    giveUp,
    ask: requests.send,
    receive: (response) => void requests.take(response),
    end() {
      gone.abort();
      requests.end();
    },
  };
}

const MAX_TITLE_LENGTH = 60;

/** Clients choose it, and people read it beside what was answered. */
function titleOf({ title, name }: JsonObject): string {
  const given = stringOf(title) ?? stringOf(name) ?? "";
  return given
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, MAX_TITLE_LENGTH);
}
