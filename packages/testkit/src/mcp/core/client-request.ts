/**
 * What a server may ask of its client in the middle of a call, and what the client must have declared for that.
 */

import type { CallStep } from "../call-step.ts";
import type { ToolScript } from "../script.ts";
import { isObject, type JsonObject } from "./json-rpc.ts";

export interface ClientRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: JsonObject;
}

/** What a step asks of the client; undefined for a step that asks nothing. */
export function clientRequestOf(step: CallStep): ClientRequest | undefined {
  if (step.type === "elicit") return { method: "elicitation/create", params: step.params };
  if (step.type === "sample") return { method: "sampling/createMessage", params: step.params };
  if (step.type === "roots") return { method: "roots/list", params: {} };
  return undefined;
}

/** The capabilities a client lacks to be asked this; undefined when it lacks none. */
export function missingCapabilities(request: ClientRequest, client: JsonObject): JsonObject | undefined {
  const { elicitation, sampling, roots } = client;
  if (request.method === "roots/list") return isObject(roots) ? undefined : { roots: {} };
  if (request.method === "elicitation/create") {
    const mode = request.params["mode"] === "url" ? "url" : "form";
    return elicitationModes(elicitation).includes(mode) ? undefined : { elicitation: { [mode]: {} } };
  }
  const needsTools = "tools" in request.params;
  const isMet = isObject(sampling) && (!needsTools || "tools" in sampling);
  return isMet ? undefined : { sampling: needsTools ? { tools: {} } : {} };
}

/** All that a client lacks for a tool that asks it things; undefined when it lacks nothing. */
export function missingForTool(tool: ToolScript, client: JsonObject): JsonObject | undefined {
  const requests = (tool.call ?? []).map(clientRequestOf).filter((request) => request !== undefined);
  const missing: JsonObject = Object.assign({}, ...requests.map((request) => missingCapabilities(request, client)));
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** An empty declaration means forms: it is older than the modes. */
function elicitationModes(declared: unknown): readonly string[] {
  if (!isObject(declared)) return [];
  const modes = Object.keys(declared);
  return modes.includes("form") || modes.includes("url") ? modes : ["form"];
}
