/**
 * What an agent says of itself in its answer to `initialize`.
 */

import { type AnyResponse, type AuthMethod, RequestError } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject, objectOf, stringOf } from "@tenon/basis";
import { type AgentPreset, presetOfAgent } from "@tenon/client";

import { resultOf } from "../wire/message.ts";

export interface AgentIntroduction {
  readonly capabilities: JsonObject;
  readonly version: string | undefined;
  /** What it calls itself. */
  readonly title: string | undefined;
  /** How to sign in to it. */
  readonly methods: readonly AuthMethod[];
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
  let version: string | undefined;
  let ownTitle: string | undefined;
  let methods: readonly AuthMethod[] = [];
  return {
    get capabilities() {
      return capabilities;
    },
    get preset() {
      return preset;
    },
    get title() {
      return ownTitle;
    },
    get version() {
      return version;
    },
    get methods() {
      return methods;
    },
    done,
    take(response) {
      const { agentCapabilities, agentInfo, authMethods } = resultOf(response);
      capabilities = objectOf(agentCapabilities);
      const { name, title } = objectOf(agentInfo);
      ownTitle = stringOf(title);
      version = stringOf(objectOf(agentInfo)["version"]);
      methods = Array.isArray(authMethods) ? authMethods.filter(isMethod) : [];
      preset = presetOfAgent({ name: stringOf(name) ?? "", title: stringOf(title) ?? "" });
      if ("error" in response) reject(refusalIn(response.error));
      else resolve();
    },
  };
}

function isMethod(value: unknown): value is AuthMethod {
  return isObject(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}

/** It comes from outside, so it may have any shape. */
function refusalIn(error: unknown): RequestError {
  const { code, message, data } = objectOf(error);
  return new RequestError(typeof code === "number" ? code : -32_603, stringOf(message) ?? "", data);
}
