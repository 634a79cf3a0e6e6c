/**
 * The envelope that every request of MCP 2026-07-28 carries in `_meta`, in place of a handshake.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";

import { LOG_LEVELS, type LogLevel } from "../call-step.ts";
import { refuse, type Refusal } from "./catalogue.ts";
import { ERROR, type InboundRequest } from "./json-rpc.ts";

export const META = {
  protocolVersion: "io.modelcontextprotocol/protocolVersion",
  clientCapabilities: "io.modelcontextprotocol/clientCapabilities",
  logLevel: "io.modelcontextprotocol/logLevel",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscriptionId: "io.modelcontextprotocol/subscriptionId",
} as const;

export interface RequestMeta {
  readonly type: "meta";
  readonly clientCapabilities: JsonObject;
  readonly progressToken: unknown;
  /** Without one, no log message may be sent. */
  readonly logLevel?: LogLevel;
}

export function hasEnvelope(message: { readonly params: JsonObject }): boolean {
  return META.protocolVersion in objectOf(message.params["_meta"]);
}

/** The envelope, or the error that its absence or its content deserves. */
export function parseRequestMeta(message: InboundRequest, supported: readonly string[]): RequestMeta | Refusal {
  const meta = objectOf(message.params["_meta"]);
  const version = meta[META.protocolVersion];
  const clientCapabilities = meta[META.clientCapabilities];
  if (version === undefined && message.method === "initialize") {
    return unsupportedVersion(message.params["protocolVersion"], supported);
  }
  if (typeof version !== "string") return refuse(ERROR.invalidParams, `_meta lacks ${META.protocolVersion}`);
  if (version !== "2026-07-28") return unsupportedVersion(version, supported);
  if (!isObject(clientCapabilities)) return refuse(ERROR.invalidParams, `_meta lacks ${META.clientCapabilities}`);
  const envelope: RequestMeta = { type: "meta", clientCapabilities, progressToken: meta["progressToken"] };
  if (meta[META.logLevel] === undefined) return envelope;
  const logLevel = LOG_LEVELS.find((level) => level === meta[META.logLevel]);
  return logLevel ? { ...envelope, logLevel } : refuse(ERROR.invalidParams, "Unknown log level");
}

function unsupportedVersion(requested: unknown, supported: readonly string[]): Refusal {
  const message = `Unsupported protocol version; this server speaks ${supported.join(" and ")}`;
  return refuse(ERROR.unsupportedVersion, message, { supported, requested });
}
