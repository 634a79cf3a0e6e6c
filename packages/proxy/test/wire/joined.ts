/**
 * A wrap between a client and an agent that are byte streams in memory.
 */

import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";

import { createRecorder, type Journal, openMemoryJournal } from "@tenon/journal";

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
}

export function openJoined({ intercept = passEverything, beforeRecord, inChain }: JoinedOptions = {}): Joined {
  const [client, agent] = [peer(), peer()];
  const journal = openMemoryJournal();
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
  const end = wrapAgent({
    client: { input: client.writes, write: (bytes) => write(client.reads, bytes) },
    agent: inChain ? undefined : Promise.resolve(handle),
    intercept,
    async record(record) {
      beforeRecord?.();
      return await recorder.record(record);
    },
    onNoise: (line) => void noise.push(line),
    onWarning: (warning) => void warnings.push(warning),
    signal: new AbortController().signal,
  });
  return { journal, client, agent, noise, warnings, end };
}

/** Everything that comes, until this many bytes have come. */
export async function readBytes(stream: Readable, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let read = 0; read < length; read = chunks.reduce((total, chunk) => total + chunk.length, 0)) {
    const chunk: unknown = stream.read();
    if (chunk instanceof Buffer) chunks.push(chunk);
    else if (stream.readableEnded) break;
    else await Promise.race([once(stream, "readable"), once(stream, "end")]);
  }
  return Buffer.concat(chunks);
}

function peer(): PeerEnd {
  return { writes: new PassThrough(), reads: new PassThrough() };
}

async function write(stream: PassThrough, bytes: Uint8Array): Promise<void> {
  if (!stream.write(bytes)) await once(stream, "drain");
}
