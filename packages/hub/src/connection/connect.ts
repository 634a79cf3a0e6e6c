/**
 * Opens a connection to a server, whatever it speaks: stdio or remote, the newer revision of MCP or an older one,
 * Streamable HTTP or SSE. What was found out is remembered, so that no server is started or asked twice.
 */

import { addAbortListener } from "node:events";
import { delimiter, dirname, isAbsolute } from "node:path";

import { Client, type PriorDiscovery, type Transport } from "@modelcontextprotocol/client";

import { messageOf } from "../message-of.ts";
import type { ChannelServerSpec, RemoteServerSpec, StdioServerSpec } from "../server-spec.ts";
import { answerServer, capabilitiesOf, type SessionCallbacks } from "./client-callbacks.ts";
import { type Connection, createConnection } from "./connection.ts";
import { openRemoteTransport, type RemoteOptions } from "./remote-transport.ts";
import type { RevisionMemory } from "./revision-memory.ts";
import { safeEnvironment } from "./safe-environment.ts";
import { shield, type ShieldOptions } from "./shield.ts";
import { statusOf } from "./status-of.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { unlessAborted } from "../waiting/unless-aborted.ts";
import { type ListName, watchLists } from "./watch-lists.ts";
import { createWireTap, type Hear } from "./wire-tap.ts";

export interface ConnectOptions extends ShieldOptions {
  readonly serverName: string;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly callbacks: SessionCallbacks;
  readonly memory: RevisionMemory;
  readonly remote: RemoteOptions;
  /** Ends the attempt, and later the connection's watching. */
  readonly signal: AbortSignal;
  readonly startMs: number;
  readonly onListChange: (list: ListName) => void;
  readonly onNoise: (line: string) => void;
  readonly onStderr?: (text: string) => void;
  /** Hears the messages that belong to no call. */
  readonly hear?: Hear | undefined;
}

// A server of an older revision may leave the question which revision it speaks unanswered [P51].
const PROBE_MS = 3_000;
const MOST_PAGES = 1_000;

export function connect(
  spec: StdioServerSpec | RemoteServerSpec | ChannelServerSpec,
  options: ConnectOptions,
): Promise<Connection> {
  if (spec.type === "stdio") return connectStdio(spec, options);
  return spec.type === "channel" ? connectChannel(spec, options) : connectRemote(spec, options);
}

/** Whoever opened the channel knows what is at its other end, so nothing is remembered. */
async function connectChannel(spec: ChannelServerSpec, options: ConnectOptions): Promise<Connection> {
  const transport = spec.open();
  return await handshake(transport, options, {
    prior: undefined,
    probeMs: options.startMs,
    closeTransport: () => transport.close(),
  });
}

async function connectStdio(spec: StdioServerSpec, options: ConnectOptions): Promise<Connection> {
  const known = priorOf(spec, options);
  let hasSpoken = false;
  const attempt = (prior: PriorDiscovery | undefined) => {
    const env = withOwnFolder(spec.command, { ...safeEnvironment(options.environment), ...spec.env });
    const command = { command: spec.command, args: spec.args, cwd: spec.cwd ?? options.cwd, env };
    const transport = new StdioTransport(command, { onNoise: options.onNoise, onStderr: options.onStderr });
    return handshake(transport, options, {
      prior,
      probeMs: PROBE_MS,
      closeTransport: () => transport.close(),
      whyGone: () => transport.whyGone(),
      lastWords: () => transport.stderr,
      onMessage: () => (hasSpoken = true),
    });
  };
  try {
    return remembered(await attempt(known), spec, options);
  } catch (error) {
    // Some servers of an older revision exit when they are asked for the newer one [P51].
    if (known || hasSpoken || options.signal.aborted || !isExit(error)) throw error;
    return remembered(await attempt({ kind: "legacy" }), spec, options);
  }
}

async function connectRemote(spec: RemoteServerSpec, options: ConnectOptions): Promise<Connection> {
  const attempt = (kind: "http" | "sse", prior: PriorDiscovery | undefined) => {
    const { transport, close } = openRemoteTransport(spec, kind, options.remote);
    return handshake(transport, options, { prior, probeMs: options.startMs, closeTransport: close });
  };
  const known = options.memory.recall(spec);
  // The older transport knows only the older revision.
  if (spec.type === "sse" || known?.transport === "sse") return await attempt("sse", { kind: "legacy" });
  let refusal: unknown;
  try {
    return remembered(await attempt("http", priorOf(spec, options)), spec, options, "http");
  } catch (error) {
    // Only these mean "not this transport"; everything else would hide a 401 or an outage behind a second error [P38].
    if (![400, 404, 405].includes(statusOf(error) ?? 0) || options.signal.aborted) throw error;
    refusal = error;
  }
  try {
    return remembered(await attempt("sse", { kind: "legacy" }), spec, options, "sse");
  } catch (error) {
    const message = `${messageOf(refusal)}; as an SSE server: ${messageOf(error)}`;
    throw new AggregateError([refusal, error], message, { cause: error });
  }
}

interface Handshake {
  readonly prior: PriorDiscovery | undefined;
  readonly probeMs: number;
  readonly closeTransport: () => Promise<void>;
  readonly whyGone?: () => Promise<Error | undefined>;
  readonly lastWords?: () => string;
  readonly onMessage?: () => void;
}

async function handshake(transport: Transport, options: ConnectOptions, details: Handshake): Promise<Connection> {
  const { callbacks, signal, startMs } = options;
  const client = new Client(options.clientInfo, {
    capabilities: capabilitiesOf(callbacks),
    versionNegotiation: { mode: "auto", probe: { timeoutMs: details.probeMs } },
    listMaxPages: MOST_PAGES,
  });
  answerServer(client, options.serverName, callbacks);
  const tap = createWireTap(options.hear);
  if (details.onMessage) transport.onmessage = details.onMessage;
  shield(transport, options, tap.hear);
  // The SDK does not hear the signal while it asks for the revision.
  using _ = addAbortListener(signal, () => void details.closeTransport());
  try {
    const { prior } = details;
    await unlessAborted(client.connect(transport, { timeout: startMs, signal, ...(prior && { prior }) }), signal);
  } catch (error) {
    const why = (await details.whyGone?.()) ?? startFailure(error, options, details);
    await details.closeTransport();
    await client.close();
    throw why;
  }
  watchLists(client, { signal, onChange: options.onListChange });
  return createConnection({ client, transport, tap, listMs: startMs, ...details });
}

/** Says of a server that is silent how long it had, and what it said on standard error meanwhile [H-05]. */
function startFailure(error: unknown, { startMs }: ConnectOptions, { lastWords }: Handshake): unknown {
  if (!isTimeout(error)) return error;
  const words = lastWords?.().trim() ?? "";
  const said = words === "" ? "" : ` The end of its stderr:\n${words}`;
  return new Error(`It did not answer in the ${startMs} ms that a start may take.${said}`, { cause: error });
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && (("code" in error && error.code === "REQUEST_TIMEOUT") || isTimeout(error.cause));
}

function priorOf(spec: StdioServerSpec | RemoteServerSpec, { memory }: ConnectOptions): PriorDiscovery | undefined {
  return spec.options?.revision === "2025-11-25" ? { kind: "legacy" } : memory.recall(spec)?.prior;
}

function remembered(
  connection: Connection,
  spec: StdioServerSpec | RemoteServerSpec,
  { memory }: ConnectOptions,
  transport?: "http" | "sse",
): Connection {
  const discover = connection.client.getDiscoverResult();
  memory.remember(spec, {
    prior: discover ? { kind: "modern", discover } : { kind: "legacy" },
    ...(transport && { transport }),
  });
  return connection;
}

/** A program given by its full path often needs its neighbours: npx needs the node beside it [U-07]. */
function withOwnFolder(command: string, env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!isAbsolute(command)) return env;
  const path = env["PATH"] ?? "";
  const folder = dirname(command);
  return path.split(delimiter).includes(folder)
    ? env
    : { ...env, PATH: path === "" ? folder : path + delimiter + folder };
}

function isExit(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "exited";
}
