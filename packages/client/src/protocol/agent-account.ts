/**
 * Signing in and out, by the agent's own means.
 */

import type { AuthenticateRequest, AuthMethod } from "@agentclientprotocol/sdk";

import { AgentError } from "../agent-error.ts";
import type { AgentCalls } from "./agent-calls.ts";

export interface AgentAccount {
  /** Signs in by one of the methods the agent named. A method for a terminal is not a request [R137]: run it, then reconnect. */
  authenticate(methodId: string): Promise<void>;
  logout(): Promise<void>;
}

export function openAccount(calls: AgentCalls, authMethods: readonly AuthMethod[]): AgentAccount {
  return {
    async authenticate(methodId) {
      const method = authMethods.find(({ id }) => id === methodId);
      const isForTerminal = method && "type" in method && method.type === "terminal";
      if (!method || isForTerminal) {
        const names = authMethods.map(({ id }) => id).join(", ") || "none";
        const message = isForTerminal
          ? `The sign-in method "${methodId}" needs a terminal: run the agent with that method's arguments, then reconnect.`
          : `The agent has no sign-in method "${methodId}". Available: ${names}.`;
        throw new AgentError("not_advertised", message, { method: "authenticate", authMethods });
      }
      const request: AuthenticateRequest = { methodId };
      await calls.request("authenticate", request);
    },
    async logout() {
      await calls.request("logout", {});
    },
  };
}
