/**
 * `initialize`, on its way to the gateway and back: the gateway learns that this client follows sequence numbers and comes
 * back after a lost connection; the editor learns what is done for it here.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";

import { withTenonMeta } from "../far/message.ts";

export interface Introduction {
  /** The editor's `clientCapabilities`. */
  readonly capabilities: JsonObject;
  /** Whether the editor knows our extensions: then it gets what they add. */
  readonly knowsTenon: boolean;
}

export function introductionOf(params: JsonObject): Introduction {
  const capabilities = objectOf(params["clientCapabilities"]);
  return { capabilities, knowsTenon: isObject(objectOf(capabilities["_meta"])["tenon"]) };
}

/** `client` is an id of this process, by which the gateway knows it again. `added` are capabilities that we have. */
export function introduced(
  params: JsonObject,
  { client, capabilities }: { readonly client: string; readonly capabilities: JsonObject },
): JsonObject {
  const known = withTenonMeta(capabilities, {});
  return { ...withTenonMeta(params, { client }), clientCapabilities: known };
}

/** Whether the agent over there takes servers that its client provides, in the version of the protocol that is read here. */
export function takesServers(result: unknown): boolean {
  const { protocolVersion } = objectOf(result);
  return protocolVersion === 1 && mcpCapabilities(result)["acp"] === true;
}

/** The result with the transports that the hub here takes, whatever the agent over there does. */
export function withTransports(result: unknown): JsonObject | undefined {
  const mcp = mcpCapabilities(result);
  if (!isObject(result) || (mcp["http"] === true && mcp["sse"] === true)) return undefined;
  const capabilities = objectOf(result["agentCapabilities"]);
  return { ...result, agentCapabilities: { ...capabilities, mcpCapabilities: { ...mcp, http: true, sse: true } } };
}

function mcpCapabilities(result: unknown): JsonObject {
  return objectOf(objectOf(objectOf(result)["agentCapabilities"])["mcpCapabilities"]);
}
