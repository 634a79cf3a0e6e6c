/**
 * One client's connection, from its first message to its last. What it has begun goes on without it.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { isObject, within } from "@tenon/basis";

import type { Core } from "./core.ts";
import type { Connection, Peer } from "../gateway.ts";
import { createOtherMachines } from "../machines/other-machines.ts";
import { isNotification, isRequest } from "../wire/message.ts";
import { createOutbox } from "../wire/outbox.ts";
import { createClientLink } from "../wire/client-link.ts";
import { createConnectionAgents } from "./connection-agents.ts";
import { createDispatch } from "./dispatch.ts";
import { leaveHidden } from "./guard.ts";
import { recordedPlace } from "./wanted-place.ts";

export interface ConnectionOptions {
  readonly id: string;
  readonly stream: Stream;
  /** What the transport has taken out of a message. */
  restore(message: AnyMessage): AnyMessage;
  readonly peer: Peer;
  readonly core: Core;
}

const FLUSH_MS = 1_000;

export function openConnection({ id, stream, restore, peer, core }: ConnectionOptions): Connection {
  const { clock, limits, onWarning } = core.services;
  const outbox = createOutbox({
    writable: stream.writable,
    messages: limits.outboxMessages,
    characters: limits.outboxCharacters,
    onFailure: giveUp,
  });
  const { name, access } = peer;
  const link = createClientLink({ name, source: peer.isRemote ? "remote" : "client", access, outbox, giveUp });
  const agents = createConnectionAgents(core, link, peer.agent);
  const others = createOtherMachines({
    machines: core.machines,
    known: core.known,
    journal: core.services.tap.journal,
    recordedPlace: (session) => recordedPlace(core.services.tap.journal, session),
    link,
    peer,
    introduction: () => agents.introduction,
    isHere: (sessionId) => core.live.get(sessionId) !== undefined,
    onWarning,
  });
  const dispatch = createDispatch({ core, link, agents, others, isForwarded: peer.isForwarded === true });
  const following = access?.onChange(() => leaveHidden({ core, link }));
  const reading = readMessages(stream.readable, {
    take: (message) => take(restore(message)),
    drained: dispatch.drained,
  });
  const closed = reading.ended.then(finish);
  return { id, closed, close, [Symbol.asyncDispose]: close };

  async function finish(): Promise<void> {
    link.end();
    following?.[Symbol.dispose]();
    for (const session of core.live.all()) session.detach(link);
    agents.endUnused();
    // The last messages should reach it, if it still reads.
    const flushed = outbox.end().then(() => true);
    if (!(await within(FLUSH_MS, flushed, { clock }))) outbox.drop(new Error("The client does not read"));
  }

  async function close(): Promise<void> {
    await reading.stop();
    await closed;
  }

  function giveUp(reason: Error) {
    onWarning(`Dropped the connection to ${peer.name}: ${reason.message}`);
    outbox.drop(reason);
    void reading.stop(reason);
  }

  function take(message: AnyMessage) {
    if (!isObject(message)) dispatch.pass(message);
    else if (isRequest(message)) dispatch.request(message);
    else if (isNotification(message)) dispatch.notification(message);
    else if ("id" in message) link.receive(message);
    else dispatch.pass(message);
  }
}

interface Receiver {
  take(message: AnyMessage): void;
  drained(): Promise<void>;
}

/** Reads until the client is gone, or until it is stopped. A client that sends more than its agents can take waits for them. */
function readMessages(readable: Stream["readable"], { take, drained }: Receiver) {
  const reader = readable.getReader();
  let isStopped = false;
  let wake = () => {};
  return {
    ended: read().catch(() => {}), // The client is gone: an end like any other.
    async stop(reason?: Error): Promise<void> {
      isStopped = true;
      wake();
      await reader.cancel(reason).catch(() => {}); // gone already
    },
  };

  async function read(): Promise<void> {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      take(next.value);
      if (!isStopped) await drainedOrStopped();
    }
  }

  /** Not a race with a promise that lives as long as the connection: it would keep something of every message. */
  async function drainedOrStopped(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      wake = resolve;
      drained().then(resolve, reject);
    });
  }
}
