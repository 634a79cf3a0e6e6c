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

/**
 * `client` is an id of this process, by which the gateway knows it again. What the editor has no files or terminals for is
 * done here; where the session's files are over there, the gateway does all of it.
 */
export function introduced(
  params: JsonObject,
  { client, tree }: { readonly client: string; readonly tree: "here" | "there" | "shared" },
): JsonObject {
  const { fs, terminal: _, auth: _auth, ...rest } = withoutTerminalSignIn(objectOf(params["clientCapabilities"]));
  const own = { fs: { ...objectOf(fs), readTextFile: true, writeTextFile: true }, terminal: true };
  const capabilities = withTenonMeta({ ...rest, ...(tree !== "there" && own) }, {});
  const about = tree === "there" ? { client, host: true } : { client };
  return { ...withTenonMeta(params, about), clientCapabilities: capabilities };
}

/** Whether the agent over there takes servers that its client provides, in the version of the protocol that is read here. */
export function takesServers(result: unknown): boolean {
  const { protocolVersion } = objectOf(result);
  return protocolVersion === 1 && mcpCapabilities(result)["acp"] === true;
}

/**
 * The ways to sign in that the agent over there carries out itself. Others have the editor run a program of the gateway's
 * choice on this machine, where it would sign in to nothing.
 */
export function withSafeSignIn(result: unknown): unknown {
  if (!isObject(result) || !Array.isArray(result["authMethods"])) return result;
  const methods = result["authMethods"].map(objectOf).filter(({ type = "agent" }) => type === "agent");
  return { ...result, authMethods: methods.map(withoutTerminalSignIn) };
}

/** Before it was part of ACP, editors and agents agreed on it in `_meta`. */
function withoutTerminalSignIn(fields: JsonObject): JsonObject {
  const { _meta, ...rest } = fields;
  const { "terminal-auth": _, ...meta } = objectOf(_meta);
  return Object.keys(meta).length === 0 ? rest : { ...rest, _meta: meta };
}

/** The result with the transports that the hub here takes, whatever the agent over there does. */
export function withTransports(result: unknown): JsonObject | undefined {
  const mcp = mcpCapabilities(result);
  if (!isObject(result) || (mcp["http"] === true && mcp["sse"] === true)) return undefined;
  const capabilities = objectOf(result["agentCapabilities"]);
  return { ...result, agentCapabilities: { ...capabilities, mcpCapabilities: { ...mcp, http: true, sse: true } } };
}

/** An answer of the gateway without what only a client that follows sequence numbers asked for. */
export function withoutSeq(result: unknown): JsonObject | undefined {
  const { tenon, ...meta } = objectOf(objectOf(result)["_meta"]);
  if (!isObject(result) || !isObject(tenon) || tenon["seq"] === undefined) return undefined;
  const { _meta: _, ...rest } = result;
  return Object.keys(meta).length > 0 ? { ...rest, _meta: meta } : rest;
}

function mcpCapabilities(result: unknown): JsonObject {
  return objectOf(objectOf(objectOf(result)["agentCapabilities"])["mcpCapabilities"]);
}
