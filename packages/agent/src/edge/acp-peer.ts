import { type AgentContext, RequestError } from "@agentclientprotocol/sdk";
import { errorMessage } from "@tenon/basis";
import type { AcpPeer } from "@tenon/hub/over-acp";

/** The client of this connection, for servers that it provides itself. */
export function acpPeer(client: AgentContext): AcpPeer {
  return {
    async ask(method, params, { signal }) {
      try {
        const options = { cancellationSignal: signal, stopWaitingOnCancel: true };
        return { result: await client.request(method, params, options) };
      } catch (error) {
        const [code, data] = error instanceof RequestError ? [error.code, error.data] : [FAILED, undefined];
        return { error: { code, message: errorMessage(error), ...(data !== undefined && { data }) } };
      }
    },
    notify(method, params) {
      client.notify(method, params).catch(() => {}); // the client has gone, and with it the session
    },
  };
}

/** "The backend or transport failed": the connection has ended. */
const FAILED = -33_002;
