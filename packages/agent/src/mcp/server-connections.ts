/**
 * Servers that the user connects, restarts and disconnects in a session.
 */

import type { Hub, ServerSpec } from "@tenon/hub";

import { broughtRecord, goneRecord } from "./record/brought-servers.ts";

type Options = { readonly signal: AbortSignal };

export interface ServerConnections {
  /** These two resolve when the server is connected. They reject with the reason if it is not, or not soon. */
  connect(spec: ServerSpec, options: Options): Promise<void>;
  restart(server: string, options: Options): Promise<void>;
  disconnect(server: string): Promise<void>;
  /** Disconnected in this session, or connected by hand before it was loaded; they can be connected again. */
  readonly disconnected: ReadonlyMap<string, ServerSpec>;
  /** Throws if the session has no such server. */
  specOf(server: string): ServerSpec;
}

// A server that npx has to load first takes its time; the user at the keyboard should not wait for it.
const CONNECT_MS = 15_000;

export function createServerConnections(
  hub: Hub,
  options: {
    /** What the user connected before the session was loaded. */
    readonly brought: readonly ServerSpec[];
    readonly appendEvent: (record: { readonly type: string }) => Promise<unknown>;
    readonly onConnect: (spec: ServerSpec) => void;
  },
): ServerConnections {
  const { brought, appendEvent } = options;
  const disconnected = new Map(brought.map((spec) => [spec.name, spec]));
  const byHand = new Set(disconnected.keys());

  return {
    disconnected,
    specOf,
    async connect(spec, { signal }) {
      const { name } = spec;
      if (!disconnected.has(name) && !find(name)) byHand.add(name);
      await hub.attach(spec);
      options.onConnect(spec);
      disconnected.delete(name);
      const record = byHand.has(name) ? broughtRecord(spec) : undefined;
      if (record) await appendEvent(record);
      await untilConnected(name, signal);
    },
    async restart(server, { signal }) {
      specOf(server);
      await hub.restart(server);
      await untilConnected(server, signal);
    },
    async disconnect(server) {
      const spec = specOf(server);
      await hub.detach(server);
      disconnected.set(server, spec);
      if (byHand.has(server)) await appendEvent(goneRecord(server));
    },
  };

  function specOf(server: string): ServerSpec {
    const spec = find(server);
    if (!spec) throw new Error(`No server named ${server}`);
    return spec;
  }

  function find(server: string): ServerSpec | undefined {
    return hub.servers.find(({ spec }) => spec.name === server)?.spec;
  }

  async function untilConnected(server: string, signal: AbortSignal): Promise<void> {
    const timeout = AbortSignal.timeout(CONNECT_MS);
    try {
      await hub.client(server, { signal: AbortSignal.any([signal, timeout]) });
    } catch (error) {
      if (!signal.aborted && timeout.aborted) throw new Error(`${server} is still starting`, { cause: error });
      throw error;
    }
  }
}
