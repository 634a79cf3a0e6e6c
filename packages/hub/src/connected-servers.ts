/**
 * The servers that can be asked for something besides tools, each on its own: one that fails costs only its own part [O-07].
 */

import type { Client } from "@modelcontextprotocol/client";
import { unlessAborted } from "@tenon/basis";

import type { Hub } from "./hub-types.ts";
import { isConnected } from "./server/receipt.ts";

// A list that takes longer holds up the start of an agent.
export const LIST_MS = 10_000;
/** How long one thing may take to be read. */
export const READ_MS = 60_000;

export type Capability = "resources" | "prompts" | "completions";

/** The connected servers that have this, in their order. */
export function serversWith(hub: Hub, capability: Capability): readonly string[] {
  return hub.servers.flatMap(({ spec, receipt, info }) =>
    isConnected(receipt.state) && info?.capabilities[capability] ? [spec.name] : [],
  );
}

/** What each of the servers answers, in their order; what does not answer in time is left out. */
export async function askServers<T>(
  hub: Hub,
  servers: readonly string[],
  options: { readonly signal: AbortSignal; readonly ask: (client: Client, signal: AbortSignal) => Promise<T> },
): Promise<readonly { readonly server: string; readonly answer: T }[]> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(LIST_MS)]);
  const answers = await Promise.all(
    servers.map(async (server) => {
      try {
        const asked = hub.client(server, { signal }).then((client) => options.ask(client, signal));
        const answer = await unlessAborted(asked, signal);
        return answer === undefined ? [] : [{ server, answer }];
      } catch {
        return [];
      }
    }),
  );
  options.signal.throwIfAborted();
  return answers.flat();
}
