/**
 * The servers of a hub and the catalogue of their tools.
 */

import { untilAborted, within } from "@tenon/basis";

import { createCallLimits } from "./call/call-tool.ts";
import { buildCatalogue, type Catalogue } from "./catalogue/catalogue.ts";
import type { HubTool } from "./catalogue/hub-tool.ts";
import { diffServers } from "./config/diff-servers.ts";
import type { HubContext } from "./hub-context.ts";
import { type HubServer, openHubServer } from "./hub-server.ts";
import type { Hub, ServerView } from "./hub-types.ts";
import type { ServerSpec } from "./server-spec.ts";

export interface HubServers extends Pick<Hub, "ready" | "retry" | "park" | "attach" | "detach" | "close"> {
  readonly catalogue: Catalogue;
  readonly views: readonly ServerView[];
  get(name: string): HubServer | undefined;
  /** The server of a tool, by the name that the model sees. */
  ofTool(name: string): { readonly tool: HubTool; readonly server: HubServer } | undefined;
}

/** `onTools` gets the tools of servers that are not down, after each change. */
export function openHubServers(
  context: HubContext,
  options: { readonly onTools: (tools: readonly HubTool[]) => void },
): HubServers {
  const { limits, secrets, warn } = context;
  const servers = new Map<string, HubServer>();
  let catalogue = buildCatalogue([], { mostTools: limits.tools });
  for (const spec of context.options.servers) add(spec);

  return {
    get catalogue() {
      return catalogue;
    },
    get views() {
      return [...servers.values()].map(({ spec, receipt, server }) => ({
        spec,
        info: server.state.info,
        get receipt() {
          return secrets.redactReceipt(receipt.current);
        },
        get history() {
          return receipt.history.map(secrets.redactReceipt);
        },
      }));
    },
    get: (name) => servers.get(name),
    ofTool(name) {
      const tool = catalogue.byName.get(name);
      const server = tool && servers.get(tool.server);
      return server && { tool, server };
    },
    async ready({ waitMs, signal } = {}) {
      const waits = [...servers.values()].map(({ server, times }) =>
        within(
          waitMs ?? times.patienceMs(),
          untilAborted(server.settled, signal).catch(() => {}), // aborted
        ),
      );
      await Promise.all(waits);
    },
    retry() {
      for (const { server } of servers.values()) server.retry();
    },
    async park() {
      const own = [...servers.values()].filter(({ spec }) => spec.type === "stdio" && spec.options?.shared !== true);
      await Promise.all(own.map(({ server }) => server.park()));
    },
    async attach(spec) {
      const known = servers.get(spec.name);
      const [change] = known ? diffServers([known.spec], [spec]).changed : [];
      if (!known || change?.needsRestart) {
        await remove(spec.name);
        return add(spec);
      }
      // Limits and include modes change while the server runs.
      servers.set(spec.name, { ...known, spec, limits: createCallLimits(spec.options) });
      rebuild();
    },
    detach: remove,
    async close() {
      await Promise.all([...servers.values()].map(end));
    },
  };

  function add(spec: ServerSpec): void {
    const own = {
      isFull: servers.size >= limits.servers,
      onTools: rebuild,
      onSignedIn: () => servers.get(spec.name)?.server.wake(),
    };
    servers.set(spec.name, openHubServer(spec, context, own));
    secrets.hide([...servers.values()].map(({ spec }) => spec));
  }

  async function remove(name: string): Promise<void> {
    const server = servers.get(name);
    servers.delete(name);
    rebuild();
    if (server) await end(server);
  }

  function rebuild(): void {
    const sources = [...servers.values()].map(({ spec, server, setAside }) => ({
      spec,
      tools: server.tools,
      setAside,
    }));
    const before = new Set(catalogue.warnings.map(({ message }) => message));
    catalogue = buildCatalogue(sources, { mostTools: limits.tools });
    // A tool of a server that is down stays known, for calls of a model that remembers it: they try the server again.
    options.onTools(catalogue.tools.filter(({ server }) => servers.get(server)?.server.state.isDown !== true));
    for (const { message } of catalogue.warnings) if (!before.has(message)) warn(message);
    context.options.onCatalogue?.(catalogue);
    context.events.emit({ type: "catalogue" });
  }
}

async function end({ server, signIn }: HubServer): Promise<void> {
  await server.close();
  await signIn.close();
}
