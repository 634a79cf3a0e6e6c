/**
 * Signing in to the servers of a session through its client: with the first turn that finds a server waiting for it, and
 * in the middle of a call that needs more rights. The agent need not know of it.
 */

import { objectOf } from "@tenon/basis";
import type { SessionHub } from "@tenon/hub";
import { createSignInPages } from "@tenon/hub/display";

import type { RunningCalls } from "../calls/running-calls.ts";
import { askedClient } from "./server-questions.ts";
import type { SessionClient } from "./session-client.ts";

export interface SignIn {
  /** The same hub, whose calls can send the user to a page. */
  around(hub: SessionHub): SessionHub;
  /** Lets the user sign in to one server. Resolves when it can be used. */
  signIn(hub: SessionHub, server: string, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Asks the user about each server that waits for them, once in a session. Waits for nothing. */
  askNow(hub: SessionHub): void;
  /** Pages are waited for no longer. */
  close(): void;
}

export function createSignIn(options: {
  readonly client: SessionClient;
  readonly running: Pick<RunningCalls, "of">;
  readonly newId: () => string;
}): SignIn {
  const { client, running, newId } = options;
  const canOpen = Boolean(objectOf(client.capabilities["elicitation"])["url"]);
  const pages = createSignInPages({ client: askedClient(client), canOpen, newId });
  const asked = new Set<string>();
  const closing = new AbortController();
  return {
    around: (hub) => ({
      ...hub,
      // Spread, a getter would be read once.
      get catalogue() {
        return hub.catalogue;
      },
      get servers() {
        return hub.servers;
      },
      get lastOffer() {
        return hub.lastOffer;
      },
      async call(name, args, callOptions = {}) {
        const server = hub.catalogue.byName.get(name)?.server ?? "";
        const { signal = closing.signal } = callOptions;
        const [call] = running.of(server);
        return await pages.during({ server, signal, toolCallId: call?.toolCallId }, (openBrowser) =>
          hub.call(name, args, { ...callOptions, ...(openBrowser && { openBrowser }) }),
        );
      },
    }),
    async signIn(hub, server, { signal }) {
      asked.add(server);
      await pages.signIn(hub, server, { signal: AbortSignal.any([signal, closing.signal]) });
    },
    askNow(hub) {
      for (const { spec, receipt } of hub.servers) {
        if (receipt.state !== "needs sign-in" || asked.has(spec.name)) continue;
        asked.add(spec.name);
        // Refused, failed or too late: its receipt still says what it needs.
        pages.signIn(hub, spec.name, { signal: closing.signal }).catch(() => {});
      }
    },
    close: () => closing.abort(new Error("The session has ended")),
  };
}
