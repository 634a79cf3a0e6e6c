/**
 * Our own agent, served in this process over a stream in memory. It records its wire itself.
 */

import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@tenon/agent";
import { toError } from "@tenon/basis";
import type { Journal } from "@tenon/journal";

import type { OwnAgent } from "../gateway-options.ts";
import type { OnRecorded } from "./other-agent.ts";
import type { UpstreamWire } from "./upstream.ts";

export function openOwnAgent(agent: OwnAgent, journal: Journal, onRecorded: OnRecorded): UpstreamWire {
  const { ours, theirs, end } = linkedStreams();
  const { services, ...rest } = agent;
  const served = serveAgent(theirs, {
    ...rest,
    onRecorded,
    services: async () => ({ ...(await services?.()), openJournal: async () => journal }),
  });
  const closed = served.closed.then(() => undefined, toError);
  void closed.then(end);
  return {
    stream: ours,
    closed,
    async close() {
      void served.close().catch(() => {}); // `closed` tells
      await closed;
    },
    release: async () => void (await closed),
    idOf: (agentSessionId) => agentSessionId,
  };
}

// Enough for a burst; then the writer waits for the reader.
const CAPACITY = { highWaterMark: 64 };

function linkedStreams(): { readonly ours: Stream; readonly theirs: Stream; end(): void } {
  let end = () => {};
  const start = (controller: TransformStreamDefaultController<AnyMessage>) => {
    end = () => controller.terminate();
  };
  const toAgent = new TransformStream<AnyMessage, AnyMessage>({}, undefined, CAPACITY);
  const toUs = new TransformStream<AnyMessage, AnyMessage>({ start }, undefined, CAPACITY);
  return {
    ours: { readable: toUs.readable, writable: toAgent.writable },
    theirs: { readable: toAgent.readable, writable: toUs.writable },
    end: () => end(),
  };
}
