/**
 * A wrap between a client and an agent that are byte streams in memory.
 */

import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";

import { createRecorder, type Journal, openMemoryJournal } from "@tenon/journal";

import { createDrain } from "../../src/wire/drain.ts";
import type { CreateInterceptor } from "../../src/wire/interceptor.ts";
import { passEverything } from "../../src/wire/interceptor.ts";
import { wrapAgent, type WrapEnd } from "../../src/wire/wrap-agent.ts";

export interface Joined {
  readonly journal: Journal;
  /** Writes to the proxy as this side, and reads what the proxy writes to it. */
  readonly client: PeerEnd;
  readonly agent: PeerEnd;
  readonly noise: readonly string[];
  readonly warnings: readonly string[];
  readonly end: Promise<WrapEnd>;
}

export interface PeerEnd {
  readonly writes: PassThrough;
  readonly reads: PassThrough;
}

export interface JoinedOptions {
  readonly intercept?: CreateInterceptor;
  /** Called before each message is recorded. */
  readonly beforeRecord?: () => void;
  readonly inChain?: boolean;
  readonly isRecorded?: boolean;
  readonly journal?: Journal;
}

export function openJoined(options: JoinedOptions = {}): Joined {
  const { intercept = passEverything, beforeRecord, inChain, journal = openMemoryJournal() } = options;
  const [client, agent] = [peer(), peer()];
  const drained = createDrain(client.reads);
  let ids = 0;
  const recorder = createRecorder(journal, { agent: "test", cwd: "/", newId: () => `session-${(ids += 1)}` });
  const [noise, warnings]: [string[], string[]] = [[], []];
  const closed = once(agent.writes, "close").then(() => ({ code: 0, signal: null, survivors: [] }));
  // A polite agent leaves when its input ends.
  agent.reads.once("finish", () => agent.writes.end());
  const handle = {
    child: { stdin: agent.reads, stdout: agent.writes, closed },
    addNoise: () => {},
    async end() {
      agent.reads.end();
      agent.writes.resume();
      await closed;
      return new Error("The agent has left.");
    },
  };
  const wrapped = wrapAgent({
    client: {
      input: client.writes,
      write: (bytes) => (client.reads.write(bytes) ? undefined : drained()),
    },
    agent: inChain ? undefined : Promise.resolve(handle),
    intercept,
    record: options.isRecorded === false ? undefined : record,
    onNoise: (line) => void noise.push(line),
    onWarning: (warning) => void warnings.push(warning),
    signal: new AbortController().signal,
  });
  async function record(message: Parameters<typeof recorder.record>[0]): Promise<number | undefined> {
    beforeRecord?.();
    return await recorder.record(message);
  }
  const end = wrapped.then(async (end) => {
    await recorder.close();
    return end;
  });
  return { journal, client, agent, noise, warnings, end };
}

/** The next messages that come. */
export async function readMessages(stream: Readable, count: number): Promise<unknown[]> {
  let text = "";
  while (text.split("\n").length <= count) text += (await readBytes(stream, 1)).toString();
  const lines = text.split("\n");
  // What came along with them is read again.
  stream.unshift(lines.slice(count).join("\n"));
  return lines.slice(0, count).map((line): unknown => JSON.parse(line));
}

export function send(stream: PassThrough, ...messages: readonly object[]): void {
  stream.write(messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join(""));
}

/** Everything that comes, until this many bytes have come. */
export async function readBytes(stream: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let read = 0; read < length;) {
    const chunk: unknown = stream.read();
    if (chunk instanceof Buffer) {
      chunks.push(chunk);
      read += chunk.length;
    } else if (stream.readableEnded) break;
    else await moreOf(stream);
  }
  return Buffer.concat(chunks);
}

function moreOf(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      stream.off("readable", done).off("end", done);
      resolve();
    };
    stream.on("readable", done).on("end", done);
  });
}

function peer(): PeerEnd {
  return { writes: new PassThrough(), reads: new PassThrough() };
}
