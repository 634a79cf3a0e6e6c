/**
 * The servers that a client gives, as the hub takes them. Those of type `acp` are reached through the client itself.
 */

import { type AgentContext, RequestError } from "@agentclientprotocol/sdk";
import { errorMessage, RPC_ERROR } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";
import { type GivenServer, specOfAcp, specOfGiven } from "@tenon/hub/given";
import type { AcpChannels, AcpPeer } from "@tenon/hub/over-acp";

export interface GivenServers {
  specOf(server: GivenServer, client: AgentContext): Promise<ServerSpec>;
  /** A notification of an MCP server that the client provides. */
  receive(params: unknown): Promise<void>;
  /** A request of one, which only the older form of MCP over ACP has. */
  answer(params: unknown): Promise<unknown>;
  /** The client of such a server has gone for good, though others are there. */
  lose(serverId: string, reason: string): Promise<void>;
}

export function createGivenServers(): GivenServers {
  let channels: Promise<AcpChannels> | undefined;
  return {
    async specOf(server, client) {
      if (server.type !== "acp") return await specOfGiven(server);
      // Loaded when it is needed, which is seldom.
      channels ??= import("@tenon/hub/over-acp").then(({ createAcpChannels }) =>
        createAcpChannels(acpPeer(client), { newId: () => crypto.randomUUID() }),
      );
      const { open } = await channels;
      return await specOfAcp(server, open);
    },
    async receive(params) {
      (await channels)?.receive(params);
    },
    async answer(params) {
      const answer = await (await channels)?.answer(params);
      if (!answer) throw RequestError.invalidParams(undefined, "this connection to an MCP server is not open");
      if ("error" in answer) throw new RequestError(answer.error.code, answer.error.message, answer.error.data);
      return answer.result;
    },
    async lose(serverId, reason) {
      (await channels)?.lose(serverId, reason);
    },
  };
}

/** The client of this connection, for servers that it provides itself. */
function acpPeer(client: AgentContext): AcpPeer {
  return {
    async ask(method, params, { signal }) {
      try {
        const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
        return { result: await client.request(method, params, options) };
      } catch (error) {
        const [code, data] =
          error instanceof RequestError ? [error.code, error.data] : [RPC_ERROR.serverFailed, undefined];
        return { error: { code, message: errorMessage(error), ...(data !== undefined && { data }) } };
      }
    },
    notify(method, params) {
      client.notify(method, params).catch(() => {}); // the client has gone, and with it the session
    },
  };
}

/** "The backend or transport failed": the connection has ended. */
