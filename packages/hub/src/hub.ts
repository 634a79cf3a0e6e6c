/**
 * A session's MCP servers as one catalogue of tools.
 *
 * Opening a hub waits for no server: all connect side by side, and one that fails or is slow costs only its own tools.
 * Everything the hub opened hangs from it: closing it ends every server with all its descendants.
 */

import { buildCatalogue, type Catalogue } from "./catalogue/catalogue.ts";
import { connect } from "./connection/connect.ts";
import type { SessionCallbacks } from "./connection/client-callbacks.ts";
import { connectFunctions } from "./connection/connect-functions.ts";
import type { RawResult, ServerInfo } from "./connection/connection.ts";
import type { RemoteOptions } from "./connection/remote-transport.ts";
import { createRevisionMemory, type RevisionMemory } from "./connection/revision-memory.ts";
import type { ServerSpec } from "./server-spec.ts";
import { ServerError } from "./server/errors.ts";
import { openReceipt, type Receipt, type ReceiptBook } from "./server/receipt.ts";
import { openServer, type Server } from "./server/server.ts";

export interface HubOptions {
  readonly servers: readonly ServerSpec[];
  readonly cwd: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  /** What servers may ask of the session. */
  readonly callbacks?: SessionCallbacks;
  /** Decides whether a server may be started; rejects with the reason when not. */
  readonly admit?: (spec: ServerSpec) => Promise<void>;
  /** How a remote server is reached: sign-in, sockets. */
  readonly remote?: (spec: ServerSpec) => RemoteOptions;
  readonly onReceipt?: (receipt: Receipt) => void;
  readonly onWarning?: (warning: string) => void;
  /** The catalogue has changed. */
  readonly onCatalogue?: (catalogue: Catalogue) => void;
  readonly limits?: Partial<HubLimits>;
  /** What was found out about servers; shared by the sessions of a program. */
  readonly memory?: RevisionMemory;
  /** Ours; servers get a few harmless variables of it. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly now?: () => number;
  readonly random?: () => number;
}

export interface HubLimits {
  readonly servers: number;
  readonly tools: number;
  /** From how many on a user is told that local servers cost memory. */
  readonly manyStdioServers: number;
  readonly startMs: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: CallProgress) => void;
  /** Carried to the server in `_meta`, such as a trace context. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface CallProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
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
  /** Resolves when every server has been tried once, or after this time. */
  ready(options?: { readonly waitMs?: number }): Promise<void>;
  /** Rejects if the tool is unknown, its server is gone or the call is aborted; a tool's own error is a result. */
  call(name: string, args: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<RawResult>;
  /** Adds a server. One of the same name is replaced. */
  attach(spec: ServerSpec): Promise<void>;
  detach(name: string): Promise<void>;
  restart(name: string): Promise<void>;
  close(): Promise<void>;
}

const LIMITS: HubLimits = { servers: 10, tools: 1_000, manyStdioServers: 5, startMs: 60_000 };
// Long enough for a server that npx starts from its cache, short enough that a dead one is hardly felt.
const WAIT_MS = 3_000;

interface Entry {
  readonly spec: ServerSpec;
  readonly receipt: ReceiptBook;
  readonly server: Server;
}

export function openHub(options: HubOptions): Hub {
  const { now = Date.now, random = Math.random, memory = createRevisionMemory({ now }) } = options;
  const limits = { ...LIMITS, ...options.limits };
  const warn = options.onWarning ?? (() => {});
  const entries = new Map<string, Entry>();
  let catalogue = buildCatalogue([], { mostTools: limits.tools });
  let closing: Promise<void> | undefined;

  for (const spec of options.servers) add(spec);
  const stdioServers = options.servers.filter(({ type }) => type === "stdio").length;
  if (stdioServers > limits.manyStdioServers) {
    warn(`${stdioServers} servers run on this machine for this session; each takes memory of its own`);
  }

  return {
    get catalogue() {
      return catalogue;
    },
    get servers() {
      return [...entries.values()].map(({ spec, receipt, server }) => ({
        spec,
        receipt: receipt.current,
        history: receipt.history,
        info: server.info,
      }));
    },
    async ready({ waitMs = WAIT_MS } = {}) {
      await within(waitMs, Promise.all([...entries.values()].map(({ server }) => server.settled)));
    },
    async call(name, args, { signal = new AbortController().signal, onProgress, meta } = {}) {
      const tool = catalogue.byName.get(name);
      const entry = tool && entries.get(tool.server);
      if (!entry) throw new ServerError("unknown", `There is no tool called ${name}`);
      entry.receipt.to("called", tool.tool);
      return await entry.server.call({
        tool: tool.definition,
        args,
        signal,
        onProgress: (progress) => onProgress?.(progress),
        meta,
      });
    },
    async attach(spec) {
      await remove(spec.name);
      add(spec);
    },
    detach: remove,
    async restart(name) {
      await entries.get(name)?.server.restart();
    },
    close,
    [Symbol.asyncDispose]: close,
  };

  function add(spec: ServerSpec): void {
    const receipt = openReceipt(spec.name, { now, onChange: options.onReceipt ?? (() => {}) });
    const isFull = entries.size >= limits.servers;
    const server = openServer({
      name: spec.name,
      receipt,
      random,
      now,
      onTools: rebuild,
      onWarning: warn,
      async connect({ signal, onListChange }) {
        if (isFull) throw new ServerError("not_admitted", `A session has ${limits.servers} servers at most`);
        await options.admit?.(spec);
        receipt.to("admitted");
        if (spec.type === "functions") return connectFunctions(spec);
        return await connect(spec, {
          serverName: spec.name,
          cwd: options.cwd,
          environment: options.environment ?? process.env,
          clientInfo: options.clientInfo,
          callbacks: options.callbacks ?? {},
          memory,
          remote: options.remote?.(spec) ?? {},
          signal,
          startMs: spec.options?.startMs ?? limits.startMs,
          onListChange,
          onNoise: noiseReporter(spec.name),
          onSetAside: ({ name, reason }) => warn(`${spec.name} lists a tool ${name} that is left out: ${reason}`),
        });
      },
    });
    entries.set(spec.name, { spec, receipt, server });
  }

  async function remove(name: string): Promise<void> {
    const entry = entries.get(name);
    entries.delete(name);
    rebuild();
    await entry?.server.close();
  }

  function rebuild(): void {
    const sources = [...entries.values()].map(({ spec, server }) => ({
      name: spec.name,
      tools: server.tools,
      options: spec.options,
    }));
    const before = new Set(catalogue.warnings);
    catalogue = buildCatalogue(sources, { mostTools: limits.tools });
    for (const warning of catalogue.warnings) if (!before.has(warning)) warn(warning);
    options.onCatalogue?.(catalogue);
  }

  /** Tells of a server that prints to its standard output once, and not for every line [B-08]. */
  function noiseReporter(server: string): (line: string) => void {
    let isTold = false;
    return (line) => {
      if (!isTold) warn(`${server} prints to its standard output, where only MCP belongs: ${line.slice(0, 200)}`);
      isTold = true;
    };
  }

  function close(): Promise<void> {
    closing ??= Promise.all([...entries.values()].map(({ server }) => server.close())).then(() => {});
    return closing;
  }
}

function within(ms: number, event: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  return Promise.race([event, late]).finally(() => clearTimeout(timer));
}
