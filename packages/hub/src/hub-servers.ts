/**
 * The servers of a hub and the catalogue of their tools.
 */

import { createKeyedQueue, untilAborted, within } from "@tenon/basis";

import { createCallLimits } from "./call/call-tool.ts";
import { buildCatalogue, type Catalogue } from "./catalogue/catalogue.ts";
import type { HubTool } from "./catalogue/hub-tool.ts";
import { diffServers } from "./config/diff-servers.ts";
import type { HubContext } from "./hub-context.ts";
import { type HubServer, openHubServer } from "./hub-server.ts";
import type { Hub, ServerView } from "./hub-types.ts";
import { ServerError } from "./server-error.ts";
import type { ServerSpec } from "./server-spec.ts";

export interface HubServers extends Pick<Hub, "ready" | "retry" | "park" | "attach" | "detach" | "close"> {
  readonly catalogue: Catalogue;
  readonly views: readonly ServerView[];
  get(name: string): HubServer | undefined;
  /** The server of a tool, by the name that the model sees. */
  ofTool(name: string): { readonly tool: HubTool; readonly server: HubServer } | undefined;
}

/** `onTools` gets the tools of servers that are not down, after each change. */
export function openHubServers(context: HubContext, options: { readonly onTools: OnTools }): HubServers {
  const servers = new Map<string, HubServer>();
  const tools = createHubCatalogue(context, servers, options.onTools);
  // One server takes another's place when that has ended: a third meanwhile would leave one that is never ended.
  const changing = createKeyedQueue();
  let isClosed = false;
  for (const spec of context.options.servers) add(spec);

  return {
    get catalogue() {
      return tools.catalogue;
    },
    get views() {
      return [...servers.values()].map((server) => viewOf(server, context));
    },
    get: (name) => servers.get(name),
    ofTool(name) {
      const tool = tools.catalogue.byName.get(name);
      const server = tool && servers.get(tool.server);
      return server && { tool, server };
    },
    async ready(waiting) {
      await Promise.all(Array.from(servers.values(), (server) => untilSettled(server, waiting)));
    },
    retry() {
      for (const { server } of servers.values()) server.retry();
    },
    async park() {
      const own = [...servers.values()].filter(({ spec }) => spec.type === "stdio" && spec.options?.shared !== true);
      await Promise.all(own.map(({ server }) => server.park()));
    },
    attach: (spec) => changing.run(spec.name, () => attach(spec)),
    detach: (name) => changing.run(name, () => remove(name)),
    async close() {
      isClosed = true;
      await Promise.all([...servers.values()].map(end));
      await changing.settled();
    },
  };

  async function attach(spec: ServerSpec): Promise<void> {
    const known = servers.get(spec.name);
    const [change] = known ? diffServers([known.spec], [spec]).changed : [];
    if (!known || change?.needsRestart) {
      await remove(spec.name);
      if (isClosed) throw new ServerError("stopped", `The session has ended; ${spec.name} is not started`);
      return add(spec);
    }
    // Limits and include modes change while the server runs.
    servers.set(spec.name, { ...known, spec, limits: createCallLimits(spec.options) });
    tools.rebuild();
  }

  function add(spec: ServerSpec): void {
    const own = {
      isFull: servers.size >= context.limits.servers,
      onTools: tools.rebuild,
      onSignedIn: () => servers.get(spec.name)?.server.wake(),
    };
    servers.set(spec.name, openHubServer(spec, context, own));
    context.secrets.hide([...servers.values()].map((server) => server.spec));
  }

  async function remove(name: string): Promise<void> {
    const server = servers.get(name);
    servers.delete(name);
    tools.rebuild();
    if (server) await end(server);
  }
}

type OnTools = (tools: readonly HubTool[]) => void;

function createHubCatalogue(context: HubContext, servers: ReadonlyMap<string, HubServer>, onTools: OnTools) {
  const mostTools = context.limits.tools;
  let catalogue = buildCatalogue([], { mostTools });
  return {
    get catalogue() {
      return catalogue;
    },
    /** A server, or what one lists, has changed. */
    rebuild(): void {
      const sources = Array.from(servers.values(), ({ spec, server: { tools }, setAside }) => ({
        spec,
        tools,
        setAside,
      }));
      const before = new Set(catalogue.warnings.map(({ message }) => message));
      catalogue = buildCatalogue(sources, { mostTools });
      // A tool of a server that is down stays known, for calls of a model that remembers it: they try the server again.
      onTools(catalogue.tools.filter(({ server }) => servers.get(server)?.server.state.isDown !== true));
      for (const { message } of catalogue.warnings) if (!before.has(message)) context.warn(message);
      context.options.onCatalogue?.(catalogue);
      context.events.emit({ type: "catalogue" });
    },
  };
}

function viewOf({ spec, receipt, server }: HubServer, { secrets }: HubContext): ServerView {
  return {
    spec,
    info: server.state.info,
    get receipt() {
      return secrets.redactReceipt(receipt.current);
    },
    get history() {
      return receipt.history.map(secrets.redactReceipt);
    },
  };
}

async function untilSettled(
  { server, times }: HubServer,
  { waitMs = times.patienceMs(), signal }: Parameters<Hub["ready"]>[0] = {},
): Promise<void> {
  await within(
    waitMs,
    untilAborted(server.settled, signal).catch(() => {}), // aborted
  );
}

async function end({ server, signIn }: HubServer): Promise<void> {
  await server.close();
  await signIn.close();
}
