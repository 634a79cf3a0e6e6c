import { type JsonObject, objectOf } from "@tenon/basis";

import type { Channel } from "../core/channel.ts";
import { openConnection, type Connection } from "../core/connection.ts";
import type { Outbound } from "../core/json-rpc.ts";
import type { World } from "../core/world.ts";
import { AcpFailure, type AskedBy } from "./asked-by.ts";

export interface ProvidedConnections {
  open(asked: AskedBy): JsonObject;
  /** `mcp/message` or `mcp/disconnect`. */
  answer(outer: string, params: JsonObject, asked: AskedBy): Promise<unknown>;
}

/** The older form: connections, each of any revision. */
export function providedConnections(world: World): ProvidedConnections {
  const open = new Map<string, Connection>();
  let lastId = 0;
  return {
    open(asked: AskedBy): JsonObject {
      const connectionId = `connection-${open.size + 1}`;
      const outlet = { send: (message: Outbound) => push(connectionId, message, asked) };
      open.set(connectionId, openConnection(world, outlet));
      return { connectionId };
    },
    async answer(outer: string, { connectionId, method, params }: JsonObject, asked: AskedBy): Promise<unknown> {
      const connection = open.get(String(connectionId));
      if (!connection) throw new AcpFailure(-32_602, "There is no such connection");
      if (outer === "mcp/disconnect") {
        connection.close();
        return { closed: open.delete(String(connectionId)) };
      }
      const id = (lastId += 1);
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const channel: Channel = {
        headers: {},
        gone: asked.cancelled,
        open() {},
        send(message) {
          const { result, error } = message;
          if (message["method"] !== undefined) push(String(connectionId), message, asked);
          else if (error === undefined) resolve(result);
          else reject(new AcpFailure(Number(objectOf(error)["code"]), String(objectOf(error)["message"])));
        },
        abandon: () => reject(new AcpFailure(-32_800, "Request cancelled")),
        close() {},
      };
      connection.receive(JSON.stringify({ jsonrpc: "2.0", id, method, params }), channel);
      return await promise;
    },
  };

  /** A notification or a request of the server's. */
  function push(connectionId: string, { id, method, params }: Outbound, asked: AskedBy): void {
    if (id === undefined) return asked.notify({ connectionId, method, params });
    const settle = (fields: JsonObject) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id, ...fields });
      open.get(connectionId)?.receive(text, { headers: {}, open() {}, send() {}, abandon() {}, close() {} });
    };
    asked.request({ connectionId, method, params }).then(
      (result) => settle({ result }),
      (error: unknown) => settle({ error: { code: -32_603, message: String(error) } }),
    );
  }
}
