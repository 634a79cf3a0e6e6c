import { RequestError } from "@agentclientprotocol/sdk";
import type { McpMessageParams } from "@agentclientprotocol/sdk/unstable";

/** The SDK's caller looks at the rest, and drops what belongs to none of its requests. */
export function readMcpMessage(params: unknown): McpMessageParams {
  const isMessage = typeof params === "object" && params !== null && "serverId" in params && "requestId" in params;
  if (!isMessage || !("method" in params)) throw RequestError.invalidParams();
  const { serverId, requestId, method } = params;
  const inner = "params" in params && typeof params.params === "object" ? params.params : null;
  return { serverId: String(serverId), requestId: String(requestId), method: String(method), params: { ...inner } };
}
