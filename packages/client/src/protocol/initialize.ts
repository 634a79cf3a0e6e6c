/**
 * The first request of a connection, and the only one until it is answered [R26].
 */

import {
  type AuthMethod,
  type ClientCapabilities,
  type ClientContext,
  type InitializeRequest,
  type InitializeResponse,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { type Clock, defined, isObject, objectOf, within } from "@tenon/basis";
import { errorText } from "@tenon/timeline";

import { AgentError } from "../agent-error.ts";
import type { ClientServices } from "../services.ts";
import { type MetaOf, withMeta } from "./agent-calls.ts";

export interface InitializeOptions {
  readonly clientInfo: { readonly name: string; readonly title?: string; readonly version: string };
  readonly services: ClientServices;
  readonly within: number;
  readonly clock: Clock;
  readonly metaOf?: MetaOf | undefined;
  /** What the agent wrote so far. */
  outputSoFar(): string;
}

/** The answer, with the parts that are not what they should be left out [R38]. Rejects with an `AgentError`. */
export async function initialize(agent: ClientContext, options: InitializeOptions): Promise<InitializeResponse> {
  const { clock, outputSoFar } = options;
  const { name, title, version } = options.clientInfo;
  const request: InitializeRequest = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: clientCapabilities(options.services),
    clientInfo: { name, version, ...defined({ title }) },
  };
  const method: string = "initialize";
  try {
    const answering = agent
      .request(method, withMeta(request, options.metaOf?.(method)))
      .then((response) => ({ response }));
    const answered = await within(options.within, answering, { clock });
    if (answered) return readResponse(answered.response);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const text = `The agent answered initialize with error ${error.code}: ${errorText(error)}. ${outputSoFar()}`;
    throw new AgentError("agent_refused", text, { method, errorCode: error.code }, { cause: error });
  }
  const message = `The agent did not answer initialize within ${options.within / 1000} seconds. ${outputSoFar()}`;
  throw new AgentError("agent_silent", message, { method });
}

/** Exactly what the services can do [R35], and what the timeline understands without any. */
function clientCapabilities({ files, terminals, elicitation, terminalSignIn }: ClientServices): ClientCapabilities {
  const modes = defined({ form: elicitation?.form && {}, url: elicitation?.url && {} });
  return {
    session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
    ...(files && { fs: { readTextFile: true, writeTextFile: true } }),
    ...(terminals && { terminal: true }),
    ...(Object.keys(modes).length > 0 && { elicitation: modes }),
    ...(terminalSignIn && { auth: { terminal: true } }),
  };
}

function readResponse(response: unknown): InitializeResponse {
  const { protocolVersion, agentCapabilities, authMethods, agentInfo, ...rest } = objectOf(response);
  if (protocolVersion !== PROTOCOL_VERSION) {
    const message = `The agent speaks ACP version ${JSON.stringify(protocolVersion)}; this client speaks version ${PROTOCOL_VERSION}.`;
    throw new AgentError("agent_unsupported_version", `${message} Try another version of the agent.`, {
      protocolVersion,
    });
  }
  return {
    ...rest,
    protocolVersion,
    agentCapabilities: objectOf(agentCapabilities),
    authMethods: Array.isArray(authMethods) ? authMethods.filter(isAuthMethod) : [],
    ...(isImplementation(agentInfo) && { agentInfo }),
  };
}

function isAuthMethod(value: unknown): value is AuthMethod {
  return isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}

function isImplementation(value: unknown): value is NonNullable<InitializeResponse["agentInfo"]> {
  return isObject(value) && typeof value["name"] === "string" && typeof value["version"] === "string";
}
