/**
 * The params of `mcp/message`, checked: they come from outside [R122].
 */

import { RequestError } from "@agentclientprotocol/sdk";
import { isObject, nonEmptyStringOf, objectOf } from "@tenon/basis";

export interface McpEnvelope {
  readonly serverId: string;
  readonly requestId: string;
  readonly method: string;
  readonly params?: Record<string, unknown> | null;
}

/** Throws a `RequestError`. */
export function readEnvelope(value: unknown): McpEnvelope {
  const fields = objectOf(value);
  const serverId = nonEmptyStringOf(fields["serverId"]);
  const requestId = nonEmptyStringOf(fields["requestId"]);
  const method = nonEmptyStringOf(fields["method"]);
  const { params = null } = fields;
  if (serverId !== undefined && requestId !== undefined && method !== undefined) {
    if (params === null || isObject(params)) return { serverId, requestId, method, params };
  }
  throw RequestError.invalidParams(
    undefined,
    "serverId, requestId and method must be non-empty strings, params an object",
  );
}
