/**
 * The first request of a connection, and the only one until it is answered [R26].
 */

import {
  type AuthMethod,
  type ClientContext,
  type InitializeRequest,
  type InitializeResponse,
  PROTOCOL_VERSION,
  RequestError,
} from "@agentclientprotocol/sdk";
import { errorText } from "@tenon/timeline";

import { AgentError } from "../agent-error.ts";
import type { Clock } from "../clock.ts";
import type { ClientServices } from "../services.ts";
import { isRecord } from "../wire/wire-message.ts";
import { clientCapabilities } from "./client-capabilities.ts";

export interface InitializeOptions {
  readonly clientInfo: { readonly name: string; readonly title?: string; readonly version: string };
  readonly services: ClientServices;
  readonly within: number;
  readonly clock: Clock;
  /** What the agent has said so far. */
  words(): string;
}

/** The answer, with the parts that are not what they should be left out [R38]. Rejects with an `AgentError`. */
export async function initialize(agent: ClientContext, options: InitializeOptions): Promise<InitializeResponse> {
  const { name, title, version } = options.clientInfo;
  const request: InitializeRequest = {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: clientCapabilities(options.services),
    clientInfo: { name, version, ...(title === undefined ? {} : { title }) },
  };
  const method: string = "initialize";
  const answered = new AbortController();
  try {
    return readResponse(await Promise.race([agent.request(method, request), tooLate(answered.signal)]));
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    const text = `The agent refused initialize with error ${error.code}: ${errorText(error)}. ${options.words()}`;
    throw new AgentError("AGENT_REFUSED", text, { method, errorCode: error.code }, { cause: error });
  } finally {
    answered.abort();
  }

  async function tooLate(signal: AbortSignal): Promise<never> {
    try {
      await options.clock.after(options.within, signal);
    } catch {
      return new Promise(() => {}); // It was answered.
    }
    const message = `The agent has not answered for ${options.within / 1000} seconds. ${options.words()}`;
    throw new AgentError("AGENT_SILENT", message, { method });
  }
}

function readResponse(response: unknown): InitializeResponse {
  const fields = isRecord(response) ? response : {};
  const { protocolVersion, agentCapabilities, authMethods, agentInfo, ...rest } = fields;
  if (protocolVersion !== PROTOCOL_VERSION) {
    const message = `The agent speaks version ${JSON.stringify(protocolVersion)} of ACP, and we speak ${PROTOCOL_VERSION}.`;
    throw new AgentError("AGENT_UNSUPPORTED_VERSION", `${message} Another version of the agent may help.`, {
      protocolVersion,
    });
  }
  return {
    ...rest,
    protocolVersion,
    agentCapabilities: isRecord(agentCapabilities) ? agentCapabilities : {},
    authMethods: Array.isArray(authMethods) ? authMethods.filter(isAuthMethod) : [],
    ...(isImplementation(agentInfo) ? { agentInfo } : {}),
  };
}

function isAuthMethod(value: unknown): value is AuthMethod {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}

function isImplementation(value: unknown): value is NonNullable<InitializeResponse["agentInfo"]> {
  return isRecord(value) && typeof value["name"] === "string" && typeof value["version"] === "string";
}
