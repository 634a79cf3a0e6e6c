/**
 * The servers that the client provides itself (MCP over ACP): what it says as one of them, and the way to them.
 */

import { errorMessage, type JsonObject, objectOf } from "@tenon/basis";
import type { AcpChannels, AcpPeer } from "@tenon/hub/over-acp";

import type { Sides, FrameVerdict } from "../wire/interceptor.ts";
import { WireError } from "../wire/wire-error.ts";

export interface AcpServers {
  /** With the first session. */
  load(): Promise<AcpChannels>;
  /**
   * What becomes of a message of the client; undefined if it is about something else. `restart` is for a server that is
   * there again.
   */
  take(message: JsonObject, restart: (sessionId: unknown, server: string) => void): FrameVerdict | undefined;
}

export function createAcpServers(sides: Pick<Sides, "askClient" | "toClient">): AcpServers {
  let channels: AcpChannels | undefined;
  return {
    async load() {
      const { createAcpChannels } = await import("@tenon/hub/over-acp");
      channels ??= createAcpChannels(peerOf(sides), { newId: () => crypto.randomUUID() });
      return channels;
    },
    take({ id, method, params }, restart) {
      if (method === "mcp/message") return id === undefined ? receive(params) : answer(id, params);
      if (method !== "_tenon/servers/available") return undefined;
      const { sessionId, serverId, server, isAvailable, reason } = objectOf(params);
      if (isAvailable === true) restart(sessionId, String(server));
      else channels?.lose(String(serverId), String(reason));
      return "drop";
    },
  };

  /** The agent may have servers of the client's too, if it was given them before we stood here. */
  function receive(params: unknown): FrameVerdict {
    return channels?.receive(params) ? "drop" : "pass";
  }

  function answer(id: unknown, params: unknown): FrameVerdict {
    const given = channels?.answer(params);
    if (!given) return "pass";
    void given.then((each) => sides.toClient({ jsonrpc: "2.0", id, ...each }));
    return "drop";
  }
}

function peerOf({ askClient, toClient }: Pick<Sides, "askClient" | "toClient">): AcpPeer {
  return {
    async ask(method, params, options) {
      try {
        return { result: await askClient(method, params, options) };
      } catch (error) {
        const { rpcCode = FAILED, data } = error instanceof WireError ? error : {};
        return { error: { code: rpcCode, message: errorMessage(error), ...(data !== undefined && { data }) } };
      }
    },
    notify: (method, params) => toClient({ jsonrpc: "2.0", method, params }),
  };
}

/** "The backend or transport failed": the connection has ended. */
const FAILED = -33_002;
