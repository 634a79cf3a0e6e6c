/**
 * Makes a connection of a transport: the first exchange with the server, in the revision that is wanted.
 */

import { addAbortListener } from "node:events";

import { Client, type Transport } from "@modelcontextprotocol/client";
import { causesOf, errorCode, untilAborted } from "@tenon/basis";

import { answerServer, capabilitiesOf, type SessionCallbacks } from "./client-callbacks.ts";
import { type Connection, createConnection } from "./connection.ts";
import { shield, type ShieldOptions } from "../wire/shield.ts";
import { type ServerChange, watchLists } from "./watch-lists.ts";
import { createWireTap, type MessageListener } from "../wire/wire-tap.ts";

export interface HandshakeOptions extends ShieldOptions {
  readonly serverName: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly callbacks: SessionCallbacks;
  /** Ends the attempt, and later the connection's watching. */
  readonly signal: AbortSignal;
  readonly startMs: number;
  readonly onChange: (change: ServerChange) => void;
  /** Hears the messages that belong to no call. */
  readonly onMessage?: MessageListener | undefined;
}

export interface Handshake {
  readonly transport: Transport;
  /**
   * `ask` sends `server/discover`, and `initialize` once the server has answered that it does not know it; `newer` and
   * `older` do not ask.
   */
  readonly revision: "ask" | "newer" | "older";
  readonly closeTransport: () => Promise<void>;
  readonly whyGone?: () => Promise<Error | undefined>;
  readonly lastWords?: () => string;
  readonly onMessage?: () => void;
}

const MAX_PAGES = 1_000;
const NEWER = "2026-07-28";

export async function handshake(details: Handshake, options: HandshakeOptions): Promise<Connection> {
  const { callbacks, signal, startMs } = options;
  const { revision } = details;
  const mode = revision === "newer" ? { pin: NEWER } : revision === "older" ? "legacy" : "auto";
  const client = new Client(options.clientInfo, {
    capabilities: capabilitiesOf(callbacks),
    versionNegotiation: { mode, probe: { timeoutMs: startMs } },
    listMaxPages: MAX_PAGES,
  });
  answerServer(client, options.serverName, callbacks);
  const tap = createWireTap(options.onMessage);
  const transport = shield(details.transport, tap, options);
  if (details.onMessage) transport.onmessage = details.onMessage;
  // The SDK ignores the signal while it asks for the revision.
  using _ = addAbortListener(signal, () => void details.closeTransport());
  try {
    await untilAborted(client.connect(transport, { timeout: startMs, signal }), signal);
  } catch (error) {
    const why = (await details.whyGone?.()) ?? startFailure(error, options, details);
    await details.closeTransport();
    await client.close();
    throw why;
  }
  watchLists(client, { signal, onChange: options.onChange });
  return createConnection({ client, tap, listMs: startMs, ...details });
}

/** Says of a server that is silent how long it had, and what it wrote to standard error meanwhile [H-05]. */
function startFailure(error: unknown, { startMs }: HandshakeOptions, { lastWords }: Handshake): unknown {
  if (!isTimeout(error)) return error;
  const words = lastWords?.().trim() ?? "";
  const stderr = words === "" ? "" : ` The end of its stderr:\n${words}`;
  return new Error(`It did not answer within ${startMs} ms, the start timeout (limits.startMs).${stderr}`, {
    cause: error,
  });
}

function isTimeout(error: unknown): boolean {
  return causesOf(error).some((cause) => errorCode(cause) === "REQUEST_TIMEOUT");
}
