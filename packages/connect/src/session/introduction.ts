/**
 * `initialize`, on its way to the gateway and back: the gateway learns that this client follows sequence numbers and comes
 * back after a lost connection; the editor learns what is done for it here.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";

import { tenonMeta, withTenonMeta } from "../far/message.ts";

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

/** Whether the gateway takes servers that its client provides. */
export function takesServers(result: unknown): boolean {
  return objectOf(objectOf(objectOf(result)["agentCapabilities"])["mcpCapabilities"])["acp"] === true;
}

/** Whether it is a gateway of ours at all, which continues sessions after a lost connection. */
export function isGateway(result: unknown): boolean {
  return isObject(tenonMeta(objectOf(result)["agentCapabilities"])["attach"]);
}
