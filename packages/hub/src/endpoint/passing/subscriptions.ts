/**
 * Resources that agents follow: each is subscribed to once at its server, in the way of its revision, while any of them
 * follows it, and again when the server was restarted.
 */

import type { Client } from "@modelcontextprotocol/client";
import { ResourceNotFoundError } from "@modelcontextprotocol/server";
import { type Clock, itemsOf, objectOf, stringOf, untilAborted } from "@tenon/basis";

import type { Hub } from "../../hub-types.ts";
import { isConnected } from "../../server/receipt.ts";
import { methodCall, type PermitSetup, permitted } from "../permitted.ts";
import { READ_MS } from "../../connected-servers.ts";
import type { PassedResources } from "./resources.ts";

export interface Subscriptions {
  /** Follows a resource until it is disposed of. Rejects if it is not permitted, or no server has it. */
  follow(uri: string, signal: AbortSignal): Promise<Disposable>;
  /** Servers have come or gone. */
  renew(): void;
  close(): void;
}

interface Followed {
  followers: number;
  readonly server: string;
  readonly ending: AbortController;
  /** To which it is subscribed. */
  client?: Client;
}

// Each is a stream at a server of the newer revision.
const MAX_FOLLOWED = 200;
const AGAIN_MS = 2_000;

export function createSubscriptions(options: {
  readonly hub: Promise<Hub>;
  readonly resources: PassedResources;
  readonly permit: PermitSetup["permit"];
  readonly clock: Clock;
}): Subscriptions {
  const { resources, permit, clock } = options;
  const followed = new Map<string, Followed>();

  return {
    async follow(uri, signal) {
      const hub = await untilAborted(options.hub, signal);
      const server = await resources.ownerOf(hub, uri, signal);
      if (server === undefined) throw new ResourceNotFoundError(uri);
      const call = methodCall("resources/subscribe", { server, title: uri, args: { uri }, signal });
      await permitted(call, { permit, emit: () => {} }, async () => ({ value: undefined }));
      if (!followed.has(uri) && followed.size >= MAX_FOLLOWED) throw new Error("Too many resource subscriptions");
      const one = followed.get(uri) ?? { followers: 0, server, ending: new AbortController() };
      followed.set(uri, one);
      one.followers += 1;
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        if ((one.followers -= 1) === 0) stop(uri, one);
      };
      try {
        await untilAborted(subscribe(hub, uri, one, clock), signal);
      } catch (error) {
        end();
        throw error;
      }
      return { [Symbol.dispose]: end };
    },
    renew() {
      void options.hub.then(
        (hub) => {
          const states = new Map(hub.servers.map(({ spec, receipt }) => [spec.name, receipt.state]));
          for (const [uri, one] of followed) {
            const state = states.get(one.server);
            // One that fails is tried again when the server comes again.
            if (state !== undefined && isConnected(state)) void subscribe(hub, uri, one, clock).catch(() => {});
          }
        },
        () => {}, // Without a hub nothing is followed.
      );
    },
    close() {
      for (const [uri, one] of followed) stop(uri, one);
    },
  };

  function stop(uri: string, { client, ending }: Followed): void {
    followed.delete(uri);
    ending.abort();
    if (!client || client.getProtocolEra() === "modern") return;
    // A server that is gone has forgotten it.
    void client.unsubscribeResource({ uri }, { timeout: READ_MS }).catch(() => {});
  }
}

async function subscribe(hub: Hub, uri: string, one: Followed, clock: Clock): Promise<void> {
  const { signal } = one.ending;
  const client = await hub.client(one.server, { signal });
  if (one.client === client || signal.aborted) return;
  one.client = client;
  try {
    if (client.getProtocolEra() === "modern") await listen(client, uri, { signal, clock });
    else await client.subscribeResource({ uri }, { signal, timeout: READ_MS });
  } catch (error) {
    delete one.client;
    throw error;
  }
}

/** Resolves when it has begun; from then on it is kept. */
async function listen(
  client: Client,
  uri: string,
  { signal, clock }: { readonly signal: AbortSignal; readonly clock: Clock },
): Promise<void> {
  const filter = { resourceSubscriptions: [uri] };
  const first = await client.listen(filter, { signal });
  const keep = async () => {
    for (let subscription = first; (await subscription.closed) !== "local";) {
      await clock.after(AGAIN_MS, signal);
      subscription = await client.listen(filter, { signal });
    }
  };
  // It ends with its last follower or its server.
  void keep().catch(() => {});
}

/**
 * Follows the resources that a request of 2026-07-28 asks for, until it is disposed of; undefined if it asks for none. The SDK
 * answers `subscriptions/listen` by itself, so that their servers learn of it here.
 */
export function listening(message: unknown, subscriptions: Pick<Subscriptions, "follow">): Disposable | undefined {
  const { method, params } = objectOf(message);
  if (method !== "subscriptions/listen") return undefined;
  const uris = itemsOf(objectOf(objectOf(params)["notifications"])["resourceSubscriptions"]);
  const ending = new AbortController();
  const following = uris.map(async (uri) => {
    const followed = await subscriptions.follow(stringOf(uri) ?? "", ending.signal);
    ending.signal.addEventListener("abort", () => followed[Symbol.dispose](), { once: true });
    if (ending.signal.aborted) followed[Symbol.dispose]();
  });
  // One that is not permitted, or unknown, has no updates.
  void Promise.allSettled(following);
  return { [Symbol.dispose]: () => ending.abort() };
}
