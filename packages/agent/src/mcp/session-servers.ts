/**
 * The MCP servers of a session: the hub, and all that the session makes of it for the model, the user and the client.
 */

import { defined } from "@tenon/basis";
import type { IncludeWord, OpenSessionHub, ServerSpec, SessionHub } from "@tenon/hub";
import { createMessageRecord, createSignInPages } from "@tenon/hub/display";
import type { SessionWriter } from "@tenon/journal";

import { askedClient } from "../acp-client/asked-client.ts";
import type { NewId } from "../acp-client/new-id.ts";
import type { SessionClient } from "../acp-client/session-client.ts";
import type { Model, Usage } from "../model/model.ts";
import { OWN_TOOLS } from "../tools/own-tools.ts";
import type { Permit } from "../turn/turn.ts";
import { createHubTools } from "./calls/hub-tools.ts";
import { createRunningCalls, type RunningCalls } from "./calls/running-calls.ts";
import { createServerTools, type ServerTools } from "./calls/server-tools.ts";
import { createServerLists, type ServerLists } from "./lists/server-lists.ts";
import type { ServerPrompts } from "./lists/server-prompts.ts";
import type { ServerResources } from "./lists/server-resources.ts";
import { createServerNotices } from "./notices/server-notices.ts";
import { serverCallbacks } from "./questions/server-requests.ts";
import { createServerConnections, type ServerConnections } from "./server-connections.ts";

type Options = { readonly signal: AbortSignal };

export interface SessionServers extends ServerTools, Omit<ServerConnections, "specOf"> {
  readonly hub: SessionHub;
  readonly prompts: ServerPrompts;
  readonly resources: ServerResources;
  /**
   * The first time it waits a little for servers that are starting; later it waits no more, and only retries servers that
   * were given up.
   */
  ready(options: Options): Promise<void>;
  /** The client knows the session now: its servers start, and notices about them may be sent [R45]. */
  announce(): void;
  /** Resolves when the user has signed in and the server is connected. */
  signIn(server: string, options: Options): Promise<void>;
  /** Includes or switches off a tool or a server; kept with the session. */
  include(word: IncludeWord): Promise<void>;
  close(): Promise<void>;
}

export interface SessionServersOptions {
  readonly openHub: OpenSessionHub;
  readonly servers: readonly ServerSpec[];
  /** Whose limit of server processes they count for. */
  readonly account?: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  /** For results that are too large for the model. */
  readonly resultsFolder: string;
  readonly version: string;
  readonly client: SessionClient;
  readonly newId: NewId;
  /** What the user chose about tools in this session before it was loaded; the agent's own tools are ignored. */
  readonly included: readonly IncludeWord[];
  /** What the user connected by hand before the session was loaded. */
  readonly brought: readonly ServerSpec[];
  readonly appendEvent: (record: { readonly type: string }) => Promise<unknown>;
  /** `lost` aborts when the session may soon be another machine's, which starts the same servers. */
  readonly writer: Pick<SessionWriter, "append" | "lost">;
  /** The clock of the record, in milliseconds since 1970. */
  readonly recordTime: () => number;
  /** Values that servers were given and that must not be recorded. */
  readonly onSecrets: (secrets: readonly string[]) => void;
  readonly permit: Permit;
  readonly model: () => Model;
  readonly onUsage: (model: Model, usage: Usage | undefined) => Promise<void>;
  /** The prompts of servers have changed. */
  readonly onPrompts: () => void;
}

export async function openSessionServers(options: SessionServersOptions): Promise<SessionServers> {
  const { servers, client, model, appendEvent } = options;
  // A server that the client gives now is not offered a second time.
  const brought = options.brought.filter(({ name }) => servers.every((given) => given.name !== name));
  const running = createRunningCalls();
  const notices = createServerNotices(client);
  const callsOn = (server: string) => running.of(server).map(({ toolCallId }) => toolCallId);
  const messages = createMessageRecord({
    callsOn,
    append: (record) => options.writer.append(record),
    now: options.recordTime,
  });
  const announced = Promise.withResolvers<void>();
  let hasWaited = false;

  const { hub, lists } = await openHub(options, { running, notices, messages, begin: announced.promise });
  const { prompts, resources } = lists;
  const pages = signInPages(options);
  const hubTools = createHubTools(hub, { running, pages, folders: options });
  const tools = createServerTools(hub, { hubTools, resources, running, model, onWarnings: notices.offer });
  const connecting = { brought, appendEvent, onConnect: notices.settings };
  const { specOf, ...connections } = createServerConnections(hub, connecting);

  return {
    hub,
    prompts,
    resources,
    ...connections,
    offer: tools.offer,
    async ready({ signal }) {
      if (hasWaited) return hub.retry();
      await hub.ready({ signal });
      signal.throwIfAborted();
      hasWaited = true;
      notices.stopWaiting();
    },
    announce() {
      announced.resolve();
      notices.announce({
        receipts: hub.servers.map(({ receipt }) => receipt),
        given: servers,
        notStarted: brought.flatMap(({ name }) => (connections.disconnected.has(name) ? [name] : [])),
      });
    },
    async signIn(server, { signal }) {
      await pages.signIn(hub, specOf(server).name, { signal });
    },
    async include(word) {
      hub.include(word);
      await appendEvent({ type: "include", ...word });
    },
    async close() {
      await hub.close();
      messages.close();
    },
  };
}

function signInPages({ client, newId }: SessionServersOptions) {
  return createSignInPages({
    client: askedClient(client),
    canOpen: Boolean(client.capabilities.elicitation?.url),
    newId: () => newId("elicitation"),
  });
}

interface Opening {
  readonly running: RunningCalls;
  readonly notices: ReturnType<typeof createServerNotices>;
  readonly messages: ReturnType<typeof createMessageRecord>;
  readonly begin: Promise<void>;
}

async function openHub(options: SessionServersOptions, { running, notices, messages, begin }: Opening) {
  let lists: ServerLists | undefined;
  const hub = await options.openHub({
    servers: options.servers,
    cwd: options.cwd,
    ...defined({ account: options.account }),
    resultsFolder: options.resultsFolder,
    // Starting ten programs takes a while; the client has its answer first.
    begin,
    clientInfo: { name: "tenon", version: options.version },
    callbacks: serverCallbacks({ ...options, running, announced: begin }),
    onReceipt: (receipt) => {
      // Not awaited: a server does not wait for the disk.
      void options.appendEvent({ type: "receipt", ...receipt }).catch(() => {});
      notices.receipt(receipt);
      if (receipt.state === "listed" || receipt.state === "stopped") lists?.changed(receipt.server);
    },
    onMessage: messages.add,
    onSecrets: options.onSecrets,
    lost: options.writer.lost,
    now: options.recordTime,
    onProblems: notices.problems,
    onCatalogue: ({ warnings }) => notices.catalogue(warnings),
    onListChange: ({ server, list }) => {
      if (list !== "tools") lists?.changed(server);
    },
  });
  for (const word of options.included) if (word.server !== OWN_TOOLS) hub.include(word);
  lists = createServerLists(hub, options);
  return { hub, lists };
}
