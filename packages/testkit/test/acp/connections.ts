/**
 * Every way to put a scripted client and a scripted agent on the two ends of one connection.
 */

import { linkedPair, rechunked, type Chunking } from "@tenon/testkit";
import {
  byteWire,
  messageWire,
  scriptedAgent,
  scriptedClient,
  spawnedClient,
  stdioAgent,
  type AgentScript,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "@tenon/testkit/acp";
import type { AnyMessage } from "@agentclientprotocol/sdk";

export type Connect = (script?: AgentScript, options?: ScriptedClientOptions) => Promise<ScriptedClient>;

const oneByteAtATime: Chunking = { type: "every", bytes: 1 };
const atRandom: Chunking = { type: "random", seed: 20_261_115, largest: 40 };

export const connections: Readonly<Record<string, Connect>> = {
  "a linked pair of messages": async (script, options) => {
    const pair = linkedPair<AnyMessage>();
    scriptedAgent(messageWire(pair.right), script);
    return scriptedClient(messageWire(pair.left), options);
  },
  "a linked pair of bytes": inMemory(),
  "bytes one by one": inMemory(oneByteAtATime),
  "bytes cut at random": inMemory(atRandom),
  "bytes merged": inMemory({ type: "merged" }),
  "the stdio of a process": overStdio(),
  "the stdio of a process, cut at random": overStdio(atRandom),
};

export function inMemory(chunking?: Chunking): Connect {
  return async (script, options) => {
    const pair = linkedPair<Uint8Array>();
    scriptedAgent(byteWire(pair.right), script);
    return scriptedClient(byteWire(chunking ? rechunked(pair.left, chunking) : pair.left), options);
  };
}

function overStdio(chunking?: Chunking): Connect {
  return (script, options) =>
    spawnedClient(stdioAgent(script), {
      ...options,
      ...(chunking ? { through: (stream) => rechunked(stream, chunking) } : {}),
    });
}
