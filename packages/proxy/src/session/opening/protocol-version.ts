/**
 * The version of ACP in which tools are given. A client that asks for a later one is answered in this one, as by an agent
 * that speaks no other: in version 2 turns, permissions and updates have other shapes, and tools would pass the policy.
 */

import { defined, isObject, type JsonObject, numberOf, objectOf } from "@tenon/basis";

export const PROTOCOL_VERSION = 1;

/** The params of `initialize` in our version; undefined if they are. As the official SDK translates them. */
export function downgraded(params: JsonObject): JsonObject | undefined {
  const asked = numberOf(params["protocolVersion"]);
  if (asked === undefined || asked <= PROTOCOL_VERSION) return undefined;
  const { info, capabilities, ...rest } = params;
  return {
    ...rest,
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: rest["clientCapabilities"] ?? translated(objectOf(capabilities)),
    ...defined({ clientInfo: rest["clientInfo"] ?? info }),
  };
}

/** Files and terminals of the client are not in version 2. */
function translated({ auth, elicitation, _meta }: JsonObject): JsonObject {
  return {
    fs: { readTextFile: false, writeTextFile: false },
    terminal: false,
    auth: { terminal: isObject(objectOf(auth)["terminal"]) },
    ...(isObject(elicitation) && { elicitation }),
    ...(isObject(_meta) && { _meta }),
  };
}

/** Whether the agent has answered `initialize` in another version than it was asked for. */
export function isOtherVersion(result: unknown): boolean {
  const version = numberOf(objectOf(result)["protocolVersion"]);
  return version !== undefined && version !== PROTOCOL_VERSION;
}
