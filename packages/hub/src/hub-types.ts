/**
 * The public types of a hub. Types only.
 */

import type { Client, LoggingMessageNotificationParams } from "@modelcontextprotocol/client";
import type { JsonObject, Telemetry } from "@tenon/basis";
import type { Policy } from "@tenon/policy";

import type { HubResult } from "./call/call-tool.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import type { SessionCallbacks } from "./connection/protocol/client-callbacks.ts";
import type { ServerInfo } from "./connection/protocol/connection.ts";
import type { ListName } from "./connection/protocol/watch-lists.ts";
import type { LoginPath } from "./connection/stdio/login-path.ts";
import type { ProcessBudget } from "./connection/stdio/process-budget.ts";
import type { RevisionMemory } from "./connection/protocol/revision-memory.ts";
import type { SharedConnections } from "./connection/shared-connections.ts";
import type { CatalogueTool, FoundTool, IncludeLevels, Offer, OfferBudget } from "./offer/index.ts";
import type { IncludeMode, ServerSpec } from "./server-spec.ts";
import type { Receipt } from "./server/receipt.ts";
import type { ServerSkills } from "./skills.ts";
import type { OpenBrowser, SignInOnceOptions } from "./sign-in/sign-in.ts";
import type { Redirects } from "./sign-in/context.ts";
import type { TokenStore } from "./sign-in/store/token-store.ts";

export interface HubOptions {
  readonly servers: readonly ServerSpec[];
  readonly cwd: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What servers may ask of the session. */
  readonly callbacks?: SessionCallbacks;
  /** Servers start when it resolves; at once by default. */
  readonly begin?: Promise<unknown>;
  /** Which servers may be started; the default rules if not given. */
  readonly policy?: Policy;
  /** Where tokens are kept; in memory by default. */
  readonly tokens?: TokenStore;
  /** Shows a person a page to sign in. Without it a server that wants one is "needs sign-in", and nothing waits. */
  readonly openBrowser?: OpenBrowser;
  /** Where browsers come back to after a sign-in; a listener on this machine if not given. */
  readonly redirects?: Redirects;
  /** Which tools are put before the model. */
  readonly offer?: { readonly include?: IncludeLevels; readonly budget?: Partial<OfferBudget> };
  readonly onReceipt?: (receipt: Receipt) => void;
  readonly onWarning?: (warning: string) => void;
  /**
   * Gets every message between this session and a server, in order, in the moment it goes or comes: it must be quick.
   * Of a server that sessions share, only those of this session's calls.
   */
  readonly onMessage?: (message: ServerMessage) => void;
  /** Reports secrets to redact: those of the servers, and what a sign-in under way can be finished with. */
  readonly onSecrets?: (secrets: readonly string[]) => void;
  /** The catalogue has changed. */
  readonly onCatalogue?: (catalogue: Catalogue) => void;
  /** A server's resources or prompts have changed; they are read from its `client`. */
  readonly onListChange?: (change: { readonly server: string; readonly list: ListName }) => void;
  readonly limits?: Partial<HubLimits>;
  /** Aborts when others may soon start the same servers: from then on those of this hub have little time to end. */
  readonly lost?: AbortSignal;
  /** Where results that are too large for a model are kept; its owner deletes it. By default a temporary folder, deleted when the hub is closed. */
  readonly resultsFolder?: string;
  /** What was found out about servers; shared by the sessions of a program. */
  readonly memory?: RevisionMemory;
  /** How many server processes may run; shared by the sessions of a program. */
  readonly budget?: ProcessBudget;
  /** Where a command is looked for that is not on our own PATH; shared by the sessions of a program. */
  readonly loginPath?: LoginPath;
  /** Where servers that are declared shared meet; without it each session has its own. */
  readonly shared?: SharedConnections;
  /** Ours; servers get a few harmless variables of it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Hears of servers, calls and offers. */
  readonly telemetry?: Telemetry;
  readonly now?: () => number;
  /** How long to wait before the n-th try to reach a server, from 0; with exponential backoff by default. */
  readonly pauseMs?: (attempt: number) => number;
}

export interface HubLimits {
  readonly servers: number;
  readonly tools: number;
  /** How many server processes may run for all sessions that share a budget. */
  readonly processes: number;
  readonly startMs: number;
  /** How long a server may take to end. */
  readonly endMs: number;
  /** How long a server may be silent when it is asked for its revision, before it is greeted in the older one too. */
  readonly quietMs: number;
  /** How long `ready()` waits for servers that are still starting. */
  readonly waitMs: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Carried to the server in `_meta`, such as a trace context. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The `call` of this call's messages in `onMessage`. */
  readonly id?: string;
  /** Shows a person a page to sign in, if the server wants that for this call; the call is then made again. */
  readonly openBrowser?: OpenBrowser;
  /** How many characters of the result's text `forModel` may have; by default what is set for the server. */
  readonly resultCharacters?: number;
}

/** One message between a session and a server. */
export interface ServerMessage {
  readonly server: string;
  /** From our side. */
  readonly direction: "sent" | "received";
  /** The `id` of the call that it belongs to. */
  readonly call?: string;
  readonly message: JsonObject;
  /** The same as JSON. */
  readonly text: string;
}

/** What happens in an open hub. */
export type HubEvent =
  /** The catalogue has changed, or a server has come or gone. */
  | { readonly type: "catalogue" }
  /** A server's resources or prompts have changed; they are read from its `client`. */
  | { readonly type: "list"; readonly server: string; readonly list: ListName }
  /** A resource that was subscribed to at its `client` has changed. */
  | { readonly type: "resource"; readonly server: string; readonly uri: string }
  | { readonly type: "log"; readonly server: string; readonly message: LoggingMessageNotificationParams };

export interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface IncludeWord {
  readonly server: string;
  /** As the server calls it. Without one it applies to the whole server, and resets its tools. */
  readonly tool?: string;
  /** Undefined resets it. */
  readonly mode: IncludeMode | undefined;
}

export interface ServerView {
  readonly spec: ServerSpec;
  readonly receipt: Receipt;
  readonly history: readonly Receipt[];
  readonly info: ServerInfo | undefined;
}

export interface Hub extends AsyncDisposable {
  /** The tools known by now. */
  readonly catalogue: Catalogue;
  readonly servers: readonly ServerView[];
  /**
   * Resolves when every server has been tried once, or after this time. By default a server that is known to be slow
   * is waited for longer.
   */
  ready(options?: { readonly waitMs?: number; readonly signal?: AbortSignal }): Promise<void>;
  /** Reports what happens from now on, until it is disposed of. The listener must be quick; what it throws is ignored. */
  watch(listener: (event: HubEvent) => void): Disposable;
  /** Tries servers once more that were given up a while ago, and starts those that are parked: they are needed now. */
  retry(): void;
  /**
   * Ends the processes of servers that no call runs on. Their tools stay in the catalogue, and each starts again with
   * `retry()` or when it is called. What a server keeps in its memory is lost.
   */
  park(): Promise<void>;
  /** The tools for the next request, and of every tool why it is in or out. Keeps the order of the offer before. */
  offer(prompt: string, options?: { readonly modelContext?: number | undefined }): Offer;
  /** The one that was made last; undefined before the first. */
  readonly lastOffer: Offer | undefined;
  /** The model's side has taken a request with these tools. */
  seen(names: readonly string[]): void;
  /** Whether models may have this tool at all: not one made for a user interface, nor one that a person keeps for themselves. */
  isForModels(tool: CatalogueTool): boolean;
  search(words: string, limit?: number): readonly FoundTool[];
  /** Sets the include mode of a tool, or of all tools of a server, for this session; from the next offer on. */
  include(word: IncludeWord): void;
  /**
   * Calls a tool by the name the model sees, `find_tools` included. Rejects if it is unknown, its server is gone, its
   * time is up or the call is aborted; a tool's own failure is a result.
   */
  call(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<HubResult>;
  /** A server's own client, for resources, prompts and completions. */
  client(server: string, options?: { readonly signal?: AbortSignal }): Promise<Client>;
  /** The skills of a server that has the extension for them. */
  skills(server: string, options?: { readonly signal?: AbortSignal }): Promise<ServerSkills>;
  /** Adds a server. One of the same name is replaced, and only restarted if it has to be. */
  attach(spec: ServerSpec): Promise<void>;
  detach(server: string): Promise<void>;
  restart(server: string): Promise<void>;
  /**
   * Lets a person sign in to a server. Resolves with true when the server can be used; with false, if it is to be done only
   * if needed and the server wants nothing.
   */
  signIn(server: string, options?: SignInOnceOptions & { readonly ifNeeded?: boolean }): Promise<boolean>;
  close(): Promise<void>;
}
