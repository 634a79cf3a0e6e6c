/**
 * Wraps one agent for one client: joins their bytes to a wire, and ends it correctly.
 *
 * The agent ends: the client gets everything it wrote, then an error with its last words for each open request. The client
 * ends: the agent gets everything the client wrote, then the end of its input, and some time to leave by itself.
 */

import type { Readable } from "node:stream";

import { unlessAborted, whenAborted, within } from "@tenon/basis";

import { type AgentHandle, joinAgent } from "./agent-process.ts";
import { type EndListeners, readClient } from "./byte-ends.ts";
import { type Chain, joinChain } from "./chain.ts";
import { bytesOf, type Frame, frameOf } from "./frame.ts";
import { gatherLines } from "./gather-lines.ts";
import { createWire, type Wire, type WireOptions } from "./wire.ts";

export interface WrapOptions extends Pick<WireOptions, "intercept" | "record" | "onWarning"> {
  readonly client: ClientEnd;
  /**
   * Started already, so that its start overlaps ours. A rejection is what the client's first request fails with. Undefined:
   * only a proxy chain has an agent.
   */
  readonly agent: Promise<AgentHandle> | undefined;
  /** A line that the agent wrote to stdout and that is no message. */
  onNoise(line: string): void;
  /** Aborted, the agent is ended without waiting for anything. */
  readonly signal: AbortSignal;
}

export interface ClientEnd {
  readonly input: Readable;
  /** A promise if no more may be written until then; rejects when the client has gone. */
  write(bytes: Uint8Array): Promise<void> | undefined;
}

export interface WrapEnd {
  readonly by: "agent" | "client" | "signal";
  /** Why the agent has ended, if it was not ended by us. */
  readonly error?: Error | undefined;
}

const INTERNAL_ERROR = -32_603;
// An agent saves its session when its input ends.
const LEAVE_MS = 2_000;
// A client that does not read must not keep us.
const FLUSH_MS = 1_000;
// The client's first message is answered with why the agent does not run.
const FIRST_MESSAGE_MS = 5_000;
const NO_AGENT =
  "No agent was given, so this can only run in a proxy chain, whose first message is proxy/initialize. " +
  "Give an agent: tenon wrap <name>, or tenon wrap -- <command>";

/** Resolves when nothing of the agent is left. */
export async function wrapAgent(options: WrapOptions): Promise<WrapEnd> {
  const { signal } = options;
  const { wire, agent, clientEnded, flushed } = join(options);
  const aborted = whenAborted(signal);
  let error: Error | undefined;
  const agentEnded = agent.ended.then((reason) => (error = reason));

  const by = await Promise.race([
    aborted.then(() => "signal" as const),
    clientEnded.then(() => "client" as const),
    agentEnded.then(() => "agent" as const),
  ]);
  if (by === "client") {
    const leaves = wire.settled().then(agent.finish);
    await unlessAborted(
      within(
        LEAVE_MS,
        leaves.then(() => agentEnded),
        { signal },
      ),
      signal,
    );
  }
  if (by === "agent") {
    wire.failPending(toRpcError(await agentEnded));
    await Promise.race([wire.settled().then(flushed), clientEnded, aborted]);
  }
  const left = error;
  await Promise.all([agent.close(), wire.close()]);
  const failed = agentEnded.then((reason) => wire.failPending(toRpcError(reason)));
  await within(FLUSH_MS, failed.then(() => wire.settled()).then(flushed));
  return { by, error: left };
}

function toRpcError({ message }: Error) {
  return { code: INTERNAL_ERROR, message };
}

interface Joined {
  readonly wire: Wire;
  readonly agent: Pick<ReturnType<typeof joinAgent>, "ended" | "finish" | "close">;
  /** Resolves when the client writes nothing more, or reads nothing more. */
  readonly clientEnded: Promise<void>;
  /** Resolves when the client has taken what was handed on to it, or has gone. */
  flushed(): Promise<void>;
}

function join(options: WrapOptions): Joined {
  const { client, intercept, record, onWarning, onNoise } = options;
  const first = Promise.withResolvers<void>();
  const unread = Promise.withResolvers<void>();
  const lines = gatherLines((bytes) => client.write(bytes));
  let chain: Chain | undefined;
  let isFirst = true;

  const wire = createWire({
    intercept,
    record,
    onWarning,
    toClient: write,
    toAgent: (frame) => (chain ? write(chain.toSuccessor(frame)) : agent.send(frame)),
  });
  const fromAgent: EndListeners = {
    onFrame: (frame) => wire.fromAgent(frame),
    onRefused({ onward, back }, problem) {
      onWarning(problem);
      if (onward) wire.tellClient(onward);
      if (back) void agent.send(frameOf(back));
    },
  };
  const starting = options.agent ?? first.promise.then(() => Promise.reject(new Error(NO_AGENT)));
  const agent = joinAgent(starting, { ...fromAgent, onNoise });
  const read = readClient(client.input, {
    onFrame(frame) {
      if (isFirst) chain = joinChain(frame);
      if (isFirst && chain) void agent.close();
      isFirst = false;
      first.resolve();
      if (!chain) return wire.fromClient(frame);
      const origin = chain.origin(frame);
      return origin.from === "client" ? wire.fromClient(origin.frame) : wire.fromAgent(origin.frame);
    },
    onRefused({ back }, problem) {
      onWarning(problem);
      if (back) wire.tellClient(back);
    },
  });
  const clientEnded = Promise.race([read, unread.promise]);
  const flushed = () => lines.flushed().catch(() => {});
  return { wire, agent: { ...agent, ended: ended() }, clientEnded, flushed };

  /** An agent that could not run is missed with the first message. One of a chain ends with the conductor. */
  async function ended(): Promise<Error> {
    const error = await agent.ended;
    const { signal } = options;
    await unlessAborted(within(FIRST_MESSAGE_MS, Promise.race([first.promise, clientEnded]), { signal }), signal);
    if (!chain) return error;
    await clientEnded;
    return new Error("The proxy chain has ended.");
  }

  function write(frame: Frame): Promise<void> | undefined {
    return lines.write(bytesOf(frame))?.catch(() => unread.resolve());
  }
}
