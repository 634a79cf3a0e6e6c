/**
 * The MCP servers of a session: the hub, and all that the session makes of it for the model, the user and the client.
 */

import type { IncludeWord, Offer, Receipt, ServerSpec } from "@tenon/hub";
import type { NewRecord } from "@tenon/journal";

import { RECEIPT_NOTIFICATION } from "../acp-client/extension-methods.ts";
import type { Model, ModelTool, Usage } from "../model/model.ts";
import type { Notice, SessionClient } from "../acp-client/session-client.ts";
import { broughtRecord, goneRecord } from "./record/brought-servers.ts";
import type { NewId } from "../acp-client/new-id.ts";
import type { OpenSessionHub, SessionHub } from "./session-hub.ts";
import type { AgentTool } from "../tools/tool.ts";
import type { Permit } from "../turn/turn.ts";
import { createCatalogueNotices } from "./notices/catalogue-notices.ts";
import { isConnected } from "./lists/connected.ts";
import { createHubTools } from "./calls/hub-tools.ts";
import { createReceiptNotices } from "./notices/receipt-notices.ts";
import { createMessageRecord } from "./record/record-messages.ts";
import { resourceTools } from "./calls/resource-tools.ts";
import { createRunningCalls } from "./calls/running-calls.ts";
import { serverCallbacks } from "./questions/server-requests.ts";
import { createServerPrompts, type ServerPrompts } from "./lists/server-prompts.ts";
import { createServerResources, type ServerResources } from "./lists/server-resources.ts";
import { createSignInPages } from "./questions/sign-in-page.ts";
import { skillTools } from "./calls/skill-tools.ts";
import { whatToDo } from "./notices/what-to-do.ts";

type Options = { readonly signal: AbortSignal };

export interface SessionServers {
  readonly hub: SessionHub;
  readonly prompts: ServerPrompts;
  readonly resources: ServerResources;
  /** Why each tool was in the last request or not; undefined before the first. */
  readonly lastOffer: Offer | undefined;
  /**
   * The first time it waits a little for servers that are on their way; later it waits no more, and only tries servers
   * again that were given up.
   */
  ready(options: Options): Promise<void>;
  /** The servers' tools for one step. */
  offer(words: string): ServerTools;
  /** The client knows the session now, and may be told of its servers [R45]. */
  announce(): void;
  /** These three resolve when the server is there. Reject with the reason if it is not, or not soon. */
  connect(spec: ServerSpec, options: Options): Promise<void>;
  restart(server: string, options: Options): Promise<void>;
  signIn(server: string, options: Options): Promise<void>;
  disconnect(server: string): Promise<void>;
  /** What was disconnected in this session, or brought into it before it was loaded, and can be connected again. */
  readonly disconnected: ReadonlyMap<string, ServerSpec>;
  /** What the user says of a tool or a server; kept with the session. */
  include(word: IncludeWord): Promise<void>;
  close(): Promise<void>;
}

export interface ServerTools {
  readonly definitions: readonly ModelTool[];
  /** What the model should know of tools that are not among them. */
  readonly notes: readonly string[];
  find(name: string): AgentTool | undefined;
  seen(): void;
}

export interface SessionServersOptions {
  readonly openHub: OpenSessionHub;
  readonly servers: readonly ServerSpec[];
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Where results are kept that are too large for the model. */
  readonly resultsFolder: string;
  readonly version: string;
  readonly client: SessionClient;
  readonly newId: NewId;
  /** What the user said of tools in this session before it was opened again. */
  readonly included: readonly IncludeWord[];
  /** What the user brought into it before. */
  readonly brought: readonly ServerSpec[];
  readonly keep: (record: { readonly type: string }) => Promise<unknown>;
  /** The same for what is a record already. */
  readonly append: (record: NewRecord) => Promise<unknown>;
  /** What servers have been given that must not be kept. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  readonly permit: Permit;
  readonly model: () => Model;
  readonly onUsage: (model: Model, usage: Usage | undefined) => Promise<void>;
  /** The prompts of servers have changed. */
  readonly onPrompts: () => void;
}

// A server that npx has to load first takes its time; a person at the keyboard does not want to wait for it.
const SOON_MS = 15_000;

// Worth a word: most sessions have a handful.
const MANY_SERVERS = 10;

export async function openSessionServers(options: SessionServersOptions): Promise<SessionServers> {
  const { client, newId, keep, cwd } = options;
  const running = createRunningCalls();
  const notices = createReceiptNotices(client);
  const leftOut = createCatalogueNotices(client);
  const messages = createMessageRecord({ running, append: options.append });
  const shown = Promise.withResolvers<void>();
  const pages = createSignInPages(client, newId);
  const wantsReceipts = typeof client.capabilities._meta?.["tenon"] === "object";
  const disconnected = new Map(options.brought.map((spec) => [spec.name, spec]));
  const byHand = new Set(disconnected.keys());
  let lists: { readonly resources: ServerResources; readonly prompts: ServerPrompts } | undefined;
  let isShown = false;
  let hasWaited = false;
  let lastOffer: Offer | undefined;

  const hub = await options.openHub({
    servers: options.servers,
    cwd,
    resultsFolder: options.resultsFolder,
    // Starting ten programs takes a while; the client has its answer first.
    begin: shown.promise,
    clientInfo: { name: "tenon", version: options.version },
    callbacks: serverCallbacks({ ...options, running, shown: shown.promise, specOf }),
    onReceipt: (receipt) => {
      // Not waited for: a server does not stand still until the disk has heard of it.
      void keep({ type: "receipt", ...receipt }).catch(() => {});
      notices.add(receipt);
      if (isShown) send(receipt);
      if (receipt.state === "listed" || receipt.state === "stopped") listsChanged(receipt.server);
    },
    onMessage: messages.add,
    onSecrets: options.onSecrets,
    onCatalogue: ({ warnings }) => leftOut.catalogue(warnings),
    onListChange: ({ server, list }) => {
      if (list !== "tools") listsChanged(server);
    },
  });
  const hubTools = createHubTools(hub, { running, pages, folders: options });
  const resources = createServerResources(hub);
  const prompts = createServerPrompts(hub, { onChange: options.onPrompts });
  lists = { resources, prompts };
  for (const word of options.included) hub.include(word);
  for (const { spec, receipt } of hub.servers) if (isConnected(receipt.state)) listsChanged(spec.name);

  return {
    hub,
    prompts,
    resources,
    disconnected,
    get lastOffer() {
      return lastOffer;
    },
    async ready({ signal }) {
      if (hasWaited) return hub.retry();
      await hub.ready({ signal });
      signal.throwIfAborted();
      hasWaited = true;
      notices.stopWaiting();
    },
    offer(words) {
      const offer = (lastOffer = hub.offer(words, { modelContext: options.model().contextTokens }));
      leftOut.offer(offer.warnings);
      const own = [...resourceTools({ hub, resources, running }), ...skillTools({ hub, running })];
      // A tool that the user has switched off is not called by a model that remembers it either.
      const off = new Set(offer.verdicts.flatMap(({ code, tool }) => (code === "off" ? [tool.name] : [])));
      return {
        definitions: [...own.map(({ definition }) => definition), ...offer.tools],
        notes: offer.index === undefined ? [] : [offer.index],
        find: (name) =>
          own.find(({ definition }) => definition.name === name) ?? (off.has(name) ? undefined : hubTools.find(name)),
        seen: () => hub.seen(offer.tools.map(({ name }) => name)),
      };
    },
    announce() {
      isShown = true;
      shown.resolve();
      for (const { receipt } of hub.servers) send(receipt);
      notices.announce();
      for (const spec of options.servers) warnOf(spec);
      if (hub.servers.length > MANY_SERVERS) void client.notice(manyServers(hub.servers.length));
      leftOut.announce();
      for (const { name } of options.brought) if (disconnected.has(name)) void client.notice(notStarted(name));
    },
    async connect(spec, { signal }) {
      const { name } = spec;
      if (!disconnected.has(name) && !specOf(name)) byHand.add(name);
      await hub.attach(spec);
      warnOf(spec);
      disconnected.delete(name);
      const record = byHand.has(name) ? broughtRecord(spec) : undefined;
      if (record) await keep(record);
      await untilThere(spec.name, signal);
    },
    async restart(server, { signal }) {
      mustKnow(server);
      await hub.restart(server);
      await untilThere(server, signal);
    },
    async signIn(server, { signal }) {
      mustKnow(server);
      await pages.signIn(hub, server, { signal });
    },
    async disconnect(server) {
      const spec = mustKnow(server);
      await hub.detach(server);
      disconnected.set(server, spec);
      if (byHand.has(server)) await keep(goneRecord(server));
    },
    async include(word) {
      hub.include(word);
      await keep({ type: "include", ...word });
    },
    async close() {
      await hub.close();
      messages.close();
    },
  };

  /** Its lists may be others than before. */
  function listsChanged(server: string): void {
    // The hub tells of a connection in the moment before it can be used.
    queueMicrotask(() => {
      lists?.resources.changed(server);
      void lists?.prompts.refresh(server);
    });
  }

  function send({ server, state, at, afterMs, reason }: Receipt): void {
    if (!wantsReceipts) return;
    const receipt = { server, state, at, afterMs, ...(reason !== undefined && { reason }) };
    // A client that has gone needs none.
    void client.context.notify(RECEIPT_NOTIFICATION, { sessionId: client.sessionId, ...receipt }).catch(() => {});
  }

  async function untilThere(server: string, signal: AbortSignal): Promise<void> {
    const soon = AbortSignal.timeout(SOON_MS);
    try {
      await hub.client(server, { signal: AbortSignal.any([signal, soon]) });
    } catch (error) {
      if (!signal.aborted && soon.aborted) throw new Error(`${server} is still starting`, { cause: error });
      throw error;
    }
  }

  /** Once for each server, when it is given. */
  function warnOf({ name, warnings = [] }: ServerSpec): void {
    if (warnings.length === 0) return;
    const title = `Some settings that your client gave for ${name} are not used`;
    void client.notice({ severity: "warning", title, description: warnings.join("\n") });
  }

  function specOf(server: string): ServerSpec | undefined {
    return hub.servers.find(({ spec }) => spec.name === server)?.spec;
  }

  function mustKnow(server: string): ServerSpec {
    const spec = specOf(server);
    if (!spec) throw new Error(`There is no server called ${server}`);
    return spec;
  }
}

function manyServers(count: number): Notice {
  const description =
    'Each takes memory and time of its own. `"disabled": true` turns a configured one off; `limits.servers` in ' +
    "`tenon.json` is the most a session may have.";
  return { severity: "info", title: `This session has ${count} MCP servers`, description };
}

function notStarted(server: string): Notice {
  const description = `You connected it by hand. ${whatToDo(server, "stopped")}`;
  return { severity: "info", title: `${server} is not connected in this session`, description };
}
