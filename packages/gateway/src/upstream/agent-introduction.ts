/**
 * What an agent says of itself in its answer to `initialize`.
 */

import { type AnyResponse, RequestError } from "@agentclientprotocol/sdk";
import { type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { type AgentPreset, presetOfAgent } from "@tenon/client";

import { resultOf } from "../wire/message.ts";

export interface AgentIntroduction {
  readonly capabilities: JsonObject;
  /** The agent we know it to be. */
  readonly preset: AgentPreset | undefined;
  /** Resolves when the agent has answered; rejects if it has refused. */
  readonly done: Promise<void>;
  take(response: AnyResponse): void;
}

export function createAgentIntroduction(): AgentIntroduction {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>();
  done.catch(() => {}); // heard by those who wait for it
  let capabilities: JsonObject = {};
  let preset: AgentPreset | undefined;
  return {
    get capabilities() {
      return capabilities;
    },
    get preset() {
      return preset;
    },
    done,
    take(response) {
      const { agentCapabilities, agentInfo } = resultOf(response);
      capabilities = objectOf(agentCapabilities);
      const { name, title } = objectOf(agentInfo);
      preset = presetOfAgent({ name: stringOf(name) ?? "", title: stringOf(title) ?? "" });
      if ("error" in response) reject(refusalIn(response.error));
      else resolve();
    },
  };
}

/** It comes from outside, so it may have any shape. */
function refusalIn(error: unknown): RequestError {
  const { code, message, data } = objectOf(error);
  return new RequestError(typeof code === "number" ? code : -32_603, stringOf(message) ?? "", data);
}
