/**
 * One of several processes of an agent: it gets what is sent in order, and is introduced to the client first.
 */

import { once } from "node:events";

import type { AnyMessage } from "@agentclientprotocol/sdk";
import { objectOf, writeMessage } from "@tenon/basis";
import type { Child } from "@tenon/process";

import { createMessageReader } from "../wire/message-reader.ts";
import { substituteForLong } from "../wire/unusable-message.ts";
import { withMember } from "./session-routes.ts";

export interface SessionProcess {
  /** Undefined if it could not be started. */
  readonly child: Promise<Child | undefined>;
  /** Resolves when the next may come. What comes while it starts waits here, so that the others go on. */
  send(text: string): Promise<void>;
  finish(): Promise<void>;
  /** Resolves when it has left, and everything it wrote was read. */
  readonly read: Promise<void>;
}

export interface SessionProcessOptions {
  readonly starting: Promise<Child>;
  /** The client's `initialize`, to be repeated; the first process gets it from the client. */
  readonly initialize?: string;
  /** A promise if nothing more may come until then. The line is as it came, if it came as one. */
  onMessage(message: AnyMessage, text: string, line?: Uint8Array): Promise<void> | undefined;
  onNoise(line: string): void;
}

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const INITIALIZE_ID = "tenon:initialize";

export function joinSessionProcess(options: SessionProcessOptions): SessionProcess {
  const { starting, initialize, onMessage, onNoise } = options;
  const child = starting.catch(() => undefined);
  const introduced = Promise.withResolvers<void>();
  let isReady = initialize === undefined;
  let sent: Promise<unknown> = initialize === undefined ? child : child.then(introduce);
  return {
    child,
    send(text) {
      const sending = sent.then(async () => write(await child, text));
      sent = sending;
      return isReady ? sending : Promise.resolve();
    },
    async finish() {
      await sent;
      (await child)?.stdin.end();
    },
    read: child.then(read),
  };

  async function introduce(started: Child | undefined): Promise<void> {
    await write(
      started,
      withMember(initialize ?? "", "id", () => JSON.stringify(INITIALIZE_ID)),
    );
    await Promise.race([introduced.promise, started?.exited]);
    isReady = true;
  }

  async function read(started: Child | undefined): Promise<void> {
    let waiting: Promise<void> | undefined;
    const take = (message: AnyMessage, text: string, line?: Uint8Array) => {
      const { id, method } = objectOf(message);
      if (method === undefined && id === INITIALIZE_ID) introduced.resolve();
      else waiting = onMessage(message, text, line) ?? waiting;
    };
    const reader = createMessageReader({
      maxBytes: MAX_MESSAGE_BYTES,
      onMessage: take,
      onNoise,
      onTooLong(head) {
        const substitute = substituteForLong(head, { maxBytes: MAX_MESSAGE_BYTES });
        if (substitute) take(substitute, writeMessage(substitute));
      },
    });
    try {
      for await (const chunk of started?.stdout ?? []) {
        reader.push(chunk);
        await waiting;
        waiting = undefined;
      }
    } catch {
      // A broken pipe is an end like any other.
    }
    reader.end();
  }
}

async function write(child: Child | undefined, text: string): Promise<void> {
  if (!child?.stdin.writable || child.stdin.write(`${text}\n`)) return;
  await Promise.race([once(child.stdin, "drain").catch(() => {}), child.exited]);
}
