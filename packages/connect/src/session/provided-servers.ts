/**
 * The servers of a session's hub, each as one that the agent over there can ask: with its own name and the names of its own
 * tools, and with all of each result. No command line, variable, header or URL is part of what is declared.
 */

import type { JsonObject } from "@tenon/basis";
import type { SessionHub } from "@tenon/hub";
import type { Endpoint, EndpointOptions } from "@tenon/hub/endpoint";

import { oneServer } from "../servers/one-server.ts";
import type { ProvidedServer } from "../servers/provided-server.ts";
import type { Provider } from "../servers/provider.ts";

export interface ProvidedServers {
  /** For `mcpServers`, under new ids. */
  declare(): readonly JsonObject[];
  /** Ends all calls; the hub stays open. */
  close(): Promise<void>;
}

export interface ProvidedServersOptions extends Pick<EndpointOptions, "permit" | "onEvent"> {
  readonly provider: Provider;
  readonly version: string;
  /** Why a server failed, for the user. */
  onFailure(server: string, reason: string): void;
}

// The agent's side follows changes, and most servers are there by then: it need not list twice.
const LIST_WAIT_MS = 5_000;

export function openProvidedServers(hub: SessionHub, options: ProvidedServersOptions): ProvidedServers {
  const { provider, version, permit, onEvent } = options;
  const servers = new Map<string, { readonly server: ProvidedServer; close(): Promise<void> }>();
  return {
    declare() {
      const names = hub.servers.filter(({ spec }) => spec.type !== "held").map(({ spec }) => spec.name);
      return names.map((name) => {
        const known = servers.get(name) ?? open(name);
        servers.set(name, known);
        return provider.declare(known.server);
      });
    },
    async close() {
      for (const { server } of servers.values()) provider.withdraw(server);
      await Promise.all([...servers.values()].map((each) => each.close()));
    },
  };

  function open(name: string) {
    let opening: Promise<Endpoint> | undefined;
    // Loaded when it is first asked.
    const endpoint = () =>
      (opening ??= import("@tenon/hub/endpoint").then(({ createEndpoint }) =>
        createEndpoint({
          hub: oneServer(hub, name, (reason) => options.onFailure(name, reason)),
          serverInfo: { name, version },
          names: "plain",
          searchTools: false,
          taker: { nameLength: 128, resultCharacters: Infinity, followsChanges: true },
          listWaitMs: LIST_WAIT_MS,
          ...(permit && { permit }),
          ...(onEvent && { onEvent }),
        }),
      ));
    const server: ProvidedServer = {
      name,
      answer: async (...given) => await (await endpoint()).answer(...given),
      serveStream: async (stream) => await (await endpoint()).serveStream(stream),
    };
    return { server, close: async () => await (await opening)?.close() };
  }
}
