/**
 * Connects to a server at an address, by Streamable HTTP, or by SSE where a server is that old.
 */

import { errorCode, monotonicClock } from "@tenon/basis";

import { causeCode, failureMessage, statusOf } from "../protocol/failure-message.ts";
import type { RemoteServerSpec } from "../../server-spec.ts";
import type { Connection } from "../protocol/connection.ts";
import { handshake, type Handshake, type HandshakeOptions } from "../protocol/handshake.ts";
import { negotiate } from "../protocol/negotiate.ts";
import { openRemoteTransport, type RemoteOptions } from "./remote-transport.ts";
import { knownRevision, type RevisionMemory, remembered } from "../protocol/revision-memory.ts";

export interface RemoteConnectOptions extends HandshakeOptions {
  readonly memory: RevisionMemory;
  readonly remote: RemoteOptions;
  /** How long a server may be silent before it is greeted in the older revision, on a second connection. */
  readonly quietMs: number;
}

export async function connectRemote(spec: RemoteServerSpec, options: RemoteConnectOptions): Promise<Connection> {
  const { memory, signal, quietMs } = options;
  const open = (kind: "http" | "sse", revision: Handshake["revision"], own: AbortSignal) => {
    const { transport, close } = openRemoteTransport(spec, kind, options.remote);
    return handshake({ transport, revision, closeTransport: close }, { ...options, signal: own });
  };
  const openSse = () => open("sse", "older", signal); // the older transport knows only the older revision
  if (spec.type === "sse") return await openSse();
  if (memory.recall(spec)?.transport === "sse") return await remembered(openSse(), spec, memory, "sse");
  let refusal: unknown;
  try {
    return await remembered(openHttp(), spec, memory, "http");
  } catch (error) {
    // Only these mean "not this transport"; everything else would hide a 401 or an outage behind a second error [P38].
    if (![400, 404, 405].includes(statusOf(error) ?? 0) || signal.aborted) throw error;
    refusal = error;
  }
  try {
    return await remembered(openSse(), spec, memory, "sse");
  } catch (error) {
    const message = `${failureMessage(refusal)}; as an SSE server: ${failureMessage(error)}`;
    throw new AggregateError([refusal, error], message, { cause: error });
  }

  function openHttp(): Promise<Connection> {
    const known = knownRevision(spec, memory);
    if (known !== undefined) return open("http", known, signal);
    const negotiation = {
      ask: (own: AbortSignal) => open("http", "ask", own),
      greet: (own: AbortSignal) => open("http", "older", own),
      silence: (own: AbortSignal) => monotonicClock.after(quietMs, own),
      isInconclusive,
    };
    return negotiate(negotiation, signal);
  }
}

/** Some servers of an older revision answer a method they do not know with 500, with a web page, or by hanging up. */
function isInconclusive(error: unknown): boolean {
  if ((statusOf(error) ?? 0) >= 500) return true;
  const isNegotiation = errorCode(error) === "ERA_NEGOTIATION_FAILED";
  const code = causeCode(error);
  return isNegotiation && (code === undefined || ODD_ANSWERS.has(code));
}

const ODD_ANSWERS = new Set(["CLIENT_HTTP_UNEXPECTED_CONTENT", "ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);
