/**
 * A gateway for tests of its door: what comes in is recorded, and what goes out is what the test says.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import type { Connection, Frame, Gateway, Peer, SessionView } from "@tenon/gateway";

export interface ScriptedGateway extends Gateway {
  readonly received: readonly AnyMessage[];
  readonly peers: readonly Peer[];
}

export interface GatewayScript {
  /** The frames of every feed. Defaults to none, and no end. */
  readonly frames?: (signal: AbortSignal) => AsyncIterable<Frame>;
}

export const theSession: SessionView = {
  id: "s1",
  agentSessionId: "s1",
  title: "Notes",
  cwd: "/project",
  agent: "tenon",
  createdAt: 1,
  updatedAt: 2,
  lastSeq: 3,
  isLive: false,
  state: "idle",
  attached: 0,
  forkedBy: "gateway",
};

/** Answers every request with its own params; knows one session. */
export function scriptedGateway({ frames = silence }: GatewayScript = {}): ScriptedGateway {
  const received: AnyMessage[] = [];
  const peers: Peer[] = [];
  const open = new Set<Connection>();
  let readers = 0;
  const closed = Promise.withResolvers<void>();
  const close = async () => {
    await Promise.all([...open].map((connection) => connection.close()));
    closed.resolve();
  };
  return {
    received,
    peers,
    connect(stream, peer, restore = (message) => message) {
      peers.push(peer);
      const connection = echo(stream, { received, restore }, `c${peers.length}`);
      open.add(connection);
      void connection.closed.finally(() => open.delete(connection));
      return connection;
    },
    problem: async () => undefined,
    announce() {},
    machines: () => [],
    answerMachine: async () => ({}),
    feed: (_id, { signal }) => counted(frames(signal)),
    changes: (signal) => counted(frames(signal)),
    sessions: {
      list: async (query) => {
        if (query?.cursor) throw Object.assign(new Error("No such cursor"), { code: "bad_cursor" });
        return { sessions: [theSession] };
      },
      get: async (id) => (id === theSession.id ? theSession : undefined),
      search: async () => ({ hits: [], isComplete: true }),
      files: async (_id, query) => [{ name: `${query}.md`, uri: `file:///project/${query}.md` }],
      checkpoint: async () => undefined,
      async *records() {},
      rename: async (_id, title) => ({ ...theSession, title }),
      fork: async (_id, options) => ({ ...theSession, id: "s2", parent: { sessionId: "s1", at: options?.at ?? 3 } }),
      delete: async (id) => id === theSession.id,
      async *export() {
        yield "{}";
        yield "{}";
      },
    },
    agents: [{ name: "tenon", title: "Tenon" }],
    cwd: "/",
    now: Date.now,
    counts: () => ({
      connections: open.size,
      upstreams: 0,
      liveSessions: 3,
      runningSessions: 1,
      waitingSessions: 1,
      feedReaders: readers,
    }),
    closed: closed.promise,
    close,
    [Symbol.asyncDispose]: close,
  };

  async function* counted(source: AsyncIterable<Frame>): AsyncGenerator<Frame> {
    readers += 1;
    try {
      yield* source;
    } finally {
      readers -= 1;
    }
  }
}

async function* silence(signal: AbortSignal): AsyncGenerator<Frame> {
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  yield* [];
}

function echo(
  { readable, writable }: Stream,
  { received, restore }: { readonly received: AnyMessage[]; restore(message: AnyMessage): AnyMessage },
  id: string,
): Connection {
  const reader = readable.getReader();
  const writer = writable.getWriter();
  const closed = run();
  const close = async () => {
    await reader.cancel().catch(() => {});
    await closed;
  };
  return { id, closed, close, [Symbol.asyncDispose]: close };

  async function run(): Promise<void> {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        const message = restore(next.value);
        received.push(message);
        if (!("method" in message && "id" in message)) continue;
        await writer.write({ jsonrpc: "2.0", id: message.id, result: message.params ?? {} });
      }
      await writer.close();
    } catch {
      // The client has gone, which ends it just the same.
    }
  }
}
