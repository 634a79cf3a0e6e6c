/**
 * A scripted client that provides MCP servers on one connection.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { ClientAnswers } from "../../acp/client/client-answers.ts";
import type { ScriptedClient } from "../../acp/client/scripted-client.ts";
import { RequestFailed } from "../../acp/wire/json-rpc.ts";
import { CONNECTION_ENDED } from "../../acp/wire/received-requests.ts";
import { AcpFailure, type AskedBy } from "./asked-by.ts";
import type { ProvidedServer } from "./provided-server.ts";

export interface Providing {
  /** For the scripted client that is then given to `through`. */
  readonly answers: ClientAnswers;
  through(client: Pick<ScriptedClient, "notify" | "request" | "closed">): void;
  /** The `mcp/message` requests so far. */
  readonly asked: readonly JsonObject[];
}

/** By `serverId`. `speaks` is the form of MCP over ACP that the client knows; the other one is refused. */
export function providing(
  servers: Readonly<Record<string, ProvidedServer>>,
  { speaks = "newer" }: { readonly speaks?: "newer" | "older" } = {},
): Providing {
  const connected = new Map<unknown, ProvidedServer>();
  const asked: JsonObject[] = [];
  const gone = new AbortController();
  let client: Parameters<Providing["through"]>[0] | undefined;
  return {
    answers: {
      "mcp/message": (params, { signal }) => {
        asked.push(params);
        const isOlder = "connectionId" in params;
        if (isOlder !== (speaks === "older")) throw refused(-32_602, "Invalid params");
        const server = isOlder ? connected.get(params["connectionId"]) : servers[stringOf(params["serverId"]) ?? ""];
        return answer(server, "mcp/message", params, signal);
      },
      ...(speaks === "older" && {
        "mcp/connect": async (params, { signal }) => {
          const server = servers[stringOf(params["serverId"]) ?? ""];
          const opened = await answer(server, "mcp/connect", params, signal);
          if (server) connected.set(objectOf(opened)["connectionId"], server);
          return opened;
        },
        "mcp/disconnect": (params, { signal }) =>
          answer(connected.get(params["connectionId"]), "mcp/disconnect", params, signal),
      }),
    },
    through(given) {
      client = given;
      void given.closed.then(() => gone.abort());
    },
    asked,
  };

  async function answer(
    server: ProvidedServer | undefined,
    method: string,
    params: JsonObject,
    signal: AbortSignal,
  ): Promise<unknown> {
    if (!server) throw refused(-33_001, "MCP server registration unavailable");
    try {
      return await server.answer(method, params, askedBy(signal));
    } catch (error) {
      throw error instanceof AcpFailure ? refused(error.code, error.message, error.data) : error;
    }
  }

  function askedBy(signal: AbortSignal): AskedBy {
    const cancelled = new AbortController();
    signal.addEventListener("abort", () => signal.reason !== CONNECTION_ENDED && cancelled.abort(), { once: true });
    return {
      notify: (params) => void client?.notify("mcp/message", params).catch(() => {}),
      request: async (params) => await client?.request("mcp/message", params),
      cancelled: cancelled.signal,
      gone: gone.signal,
    };
  }
}

function refused(code: number, message: string, data?: unknown): RequestFailed {
  return new RequestFailed({ code, message, ...(data !== undefined && { data }) });
}
