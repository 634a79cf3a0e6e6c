/**
 * Calls on a server that is kept connected: a dead connection is noticed before a call, a lost session costs one retry.
 */

import { errorCode } from "@tenon/basis";

import type { Connection, ConnectionCall } from "../connection/protocol/connection.ts";
import type { RawResult } from "../connection/wire/raw-result.ts";
import { causeCode, failureMessage, statusOf } from "../connection/protocol/failure-message.ts";
import type { KeptConnection } from "./keep-connected.ts";
import type { ReceiptBook } from "./receipt.ts";

// After such a silence the laptop may have slept and the connection be dead without notice [P16].
const IDLE_MS = 5 * 60_000;
const ALIVE_MS = 5_000;

export interface ServerCalls {
  call(call: ConnectionCall): Promise<RawResult>;
  /** Whether a call runs. */
  isBusy(): boolean;
}

export function createServerCalls(
  kept: Pick<KeptConnection, "get" | "state" | "whyEnded">,
  setup: {
    readonly name: string;
    readonly receipt: ReceiptBook;
    readonly now: () => number;
    readonly onWarning: (warning: string) => void;
  },
): ServerCalls {
  const { name, receipt, now } = setup;
  let lastUse = now();
  let inFlight = 0;

  return { call, isBusy: () => inFlight > 0 };

  async function call(request: ConnectionCall): Promise<RawResult> {
    const isIdle = inFlight === 0;
    inFlight += 1;
    try {
      return await callOn(await connectionFor(request, isIdle), request);
    } finally {
      inFlight -= 1;
      lastUse = now();
    }
  }

  async function connectionFor({ signal }: ConnectionCall, isIdle: boolean): Promise<Connection> {
    const connection = await kept.get(signal);
    const isOld = now() - Math.max(lastUse, kept.state.connectedAt) > IDLE_MS;
    return isIdle && isOld ? await alive(connection, signal) : connection;
  }

  async function callOn(connection: Connection, request: ConnectionCall): Promise<RawResult> {
    try {
      receipt.to("called", request.tool.name);
      return await connection.call(request);
    } catch (error) {
      if (request.signal.aborted) throw error;
      const ended = errorCode(error) === "CONNECTION_CLOSED" ? kept.whyEnded(connection) : undefined;
      if (ended) throw ended;
      if (!isSessionLost(error)) throw await reasonOf(error, connection);
      // The server refused the call unread, so it is safe to send it again, once, in a new session [P36].
      await connection.close();
      return await (await kept.get(request.signal)).call(request);
    }
  }

  /** The connection, or a new one if this one has died in its sleep. */
  async function alive(connection: Connection, signal: AbortSignal): Promise<Connection> {
    try {
      await connection.checkAlive({ ms: ALIVE_MS });
      return connection;
    } catch {
      setup.onWarning(`${name} did not answer after a long silence; reconnecting`);
      await connection.close();
      return await kept.get(signal);
    }
  }
}

/**
 * Why a call failed: the end of the server, if that is what it was, with its exit code and last words [P13]; the status
 * and the body, if something answered over HTTP that was not the server [O-15]; the address, if there was no connection.
 */
async function reasonOf(error: unknown, connection: Connection): Promise<unknown> {
  if (errorCode(error) === "CONNECTION_CLOSED") return await connection.closed;
  const isOfTransport = statusOf(error) !== undefined || causeCode(error) !== undefined;
  return isOfTransport ? new Error(failureMessage(error), { cause: error }) : error;
}

/**
 * Whether the server has forgotten our session. It should say 404; some say 400, 410 or 503 with a word about sessions,
 * or answer with an error of JSON-RPC [O-14].
 */
function isSessionLost(error: unknown): boolean {
  const status = statusOf(error);
  if (status === 404) return true;
  const mentions = error instanceof Error && /session/i.test(error.message);
  return mentions && (status === 400 || status === 410 || status === 503 || isNoSession(error));
}

function isNoSession(error: Error): boolean {
  return "code" in error && error.code === -32_001 && /not found|expired|unknown|invalid/i.test(error.message);
}
