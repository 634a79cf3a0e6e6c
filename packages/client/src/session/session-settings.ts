/**
 * Setting a session's mode and options: only to what its agent has offered in it [Y-10].
 */

import type { SetSessionConfigOptionRequest, SetSessionModeRequest } from "@agentclientprotocol/sdk";

import { AgentError } from "../agent-error.ts";
import type { AgentCalls } from "../protocol/agent-calls.ts";
import type { SessionSetup } from "./session-setup.ts";

export interface SessionSettings {
  setMode(modeId: string): Promise<void>;
  /** A select takes one of its values, a switch takes true or false. */
  setOption(configId: string, value: string | boolean): Promise<void>;
}

export interface SettingsParts {
  readonly sessionId: string;
  readonly calls: AgentCalls;
  readonly setup: SessionSetup;
  assertOpen(): void;
}

export function createSettings({ sessionId, calls, setup, assertOpen }: SettingsParts): SessionSettings {
  return {
    async setMode(modeId) {
      assertOpen();
      const isOffered = setup.modes?.availableModes.some(({ id }) => id === modeId);
      if (!isOffered) throw notOffered("session/set_mode", `mode "${modeId}"`);
      const request: SetSessionModeRequest = { sessionId, modeId };
      await calls.request("session/set_mode", request);
      setup.setMode(modeId);
    },
    async setOption(configId, value) {
      assertOpen();
      const option = setup.configOptions.find(({ id }) => id === configId);
      const isFitting = option?.type === (typeof value === "boolean" ? "boolean" : "select");
      if (!isFitting) throw notOffered("session/set_config_option", `option "${configId}" for a ${typeof value}`);
      const setting = typeof value === "boolean" ? { type: "boolean" as const, value } : { value };
      const request: SetSessionConfigOptionRequest = { sessionId, configId, ...setting };
      setup.readResult(await calls.request("session/set_config_option", request));
    },
  };

  function notOffered(method: string, what: string): AgentError {
    const message = `The agent does not offer the ${what} in this session.`;
    return new AgentError("not_advertised", message, { method, sessionId });
  }
}
