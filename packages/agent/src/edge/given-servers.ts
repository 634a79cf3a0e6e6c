/**
 * The servers that a client gives, as the hub takes them. Those of type `acp` are reached through the client itself.
 */

import { type AgentContext, RequestError } from "@agentclientprotocol/sdk";
import type { McpMessageParams } from "@agentclientprotocol/sdk/unstable";
import type { ServerSpec } from "@tenon/hub";
import { type GivenServer, optionsFrom, specOfGiven } from "@tenon/hub/given";

import { type AcpChannels, createAcpChannels } from "./acp-channel.ts";

export interface GivenServers {
  specOf(server: GivenServer, client: AgentContext): Promise<ServerSpec>;
  /** A notification of an MCP server that the client speaks for. */
  receive(message: McpMessageParams): Promise<void>;
}

export function createGivenServers({ isUnstable }: { readonly isUnstable: boolean }): GivenServers {
  let channels: Promise<AcpChannels> | undefined;
  return {
    async specOf(server, client) {
      if (server.type !== "acp") return await specOfGiven(server);
      if (!isUnstable) {
        throw RequestError.invalidParams({ server: server.name }, "MCP over ACP is unstable and has not been enabled");
      }
      // Loaded when it is needed, which is seldom.
      channels ??= import("@agentclientprotocol/sdk/unstable").then(({ McpOverAcpCaller }) =>
        createAcpChannels(new McpOverAcpCaller(), client),
      );
      const { open } = await channels;
      const options = await optionsFrom(server.settings);
      return { type: "channel", name: server.name, source: "client", ...options, open: () => open(server.serverId) };
    },
    async receive(message) {
      (await channels)?.receive(message);
    },
  };
}
