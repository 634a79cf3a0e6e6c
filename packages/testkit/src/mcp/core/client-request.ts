/**
 * What a server may ask of its client in the middle of a call, and what the client must have declared for that.
 */

import { isObject, type JsonObject } from "@tenon/basis";

import type { CallStep, QuestionStep } from "../call-step.ts";
import type { ToolScript } from "../script.ts";

export interface ClientRequest {
  readonly method: "elicitation/create" | "sampling/createMessage" | "roots/list";
  readonly params: JsonObject;
}

/** What is asked at once, each under a name. */
export type ClientRequests = Readonly<Record<string, ClientRequest>>;

/** What a step asks of the client; undefined for a step that asks nothing. A lone question is named after its step. */
export function clientRequestsOf(step: CallStep, index: number): ClientRequests | undefined {
  if (step.type === "ask") {
    return Object.fromEntries(Object.entries(step.questions).map(([name, question]) => [name, requestFor(question)]));
  }
  const isQuestion = step.type === "elicit" || step.type === "sample" || step.type === "roots";
  return isQuestion ? { [`step-${index}`]: requestFor(step) } : undefined;
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
  const requests = (tool.call ?? []).flatMap((step, index) => Object.values(clientRequestsOf(step, index) ?? {}));
  const missing: JsonObject = Object.assign({}, ...requests.map((request) => missingCapabilities(request, client)));
  return Object.keys(missing).length > 0 ? missing : undefined;
}

function requestFor(question: QuestionStep): ClientRequest {
  if (question.type === "elicit") return { method: "elicitation/create", params: question.params };
  if (question.type === "sample") return { method: "sampling/createMessage", params: question.params };
  return { method: "roots/list", params: {} };
}

/** An empty declaration means forms: it is older than the modes. */
function elicitationModes(declared: unknown): readonly string[] {
  if (!isObject(declared)) return [];
  const modes = Object.keys(declared);
  return modes.includes("form") || modes.includes("url") ? modes : ["form"];
}
