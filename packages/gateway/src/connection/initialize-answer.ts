import type { AnyResponse } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";

import type { AgentView } from "../gateway.ts";
import { resultOf, withTenonMeta } from "../wire/message.ts";

/** The agent's answer, and what the gateway adds to it: it lists and deletes the sessions of every agent [R39]. */
export function answerInitialize(response: AnyResponse, agents: readonly AgentView[]): AnyResponse {
  if (!("result" in response)) return response;
  const result = resultOf(response);
  const capabilities = objectOf(result["agentCapabilities"]);
  const sessionCapabilities = { ...objectOf(capabilities["sessionCapabilities"]), list: {}, delete: {} };
  const added = { attach: {}, agents };
  const agentCapabilities = withTenonMeta({ ...capabilities, sessionCapabilities }, added);
  return { ...response, result: { ...result, agentCapabilities } };
}
