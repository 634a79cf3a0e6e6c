/**
 * A scripted server that a client provides over ACP, in both forms: `mcp/message` with a `serverId`, and connections.
 *
 * It outlives the connections of its client. A call goes on when one of them ends, and is never run twice: a request that is
 * marked as sent again is answered by the call that has the same `requestId`.
 */

import { type JsonObject, objectOf, stringOf } from "@tenon/basis";

import type { Channel } from "../core/channel.ts";
import { createGates } from "../core/gates.ts";
import { openModernService } from "../core/revision-2026-07-28.ts";
import { changeTools, createWorld, type World } from "../core/world.ts";
import type { ServerScript } from "../script.ts";
import { listChanged, type ServerHandle } from "../server-handle.ts";
import { createRecorder } from "../server-record.ts";
import { AcpFailure, type AskedBy } from "./asked-by.ts";
import { providedConnections } from "./provided-connections.ts";

export interface ProvidedServer extends ServerHandle {
  /** Answers one request of the agent. Rejects with an `AcpFailure`. */
  answer(method: string, params: JsonObject, asked: AskedBy): Promise<unknown>;
}

interface Run {
  readonly outcome: Promise<JsonObject>;
  isOver: boolean;
  readonly abort: AbortController;
  asked: AskedBy;
  serverId: unknown;
}

export function providedServer(script: ServerScript): ProvidedServer {
  const recorder = createRecorder();
  const gates = createGates();
  const world = createWorld({ script, start: 1, gates, record: (record) => recorder.add(record), crash() {} });
  world.record({ type: "start", pid: process.pid, role: "server" });
  const runs = createRuns(world);
  const connections = providedConnections(world);
  const notify: ServerHandle["notify"] = (method, params) => world.audience.notify(method, params);
  const close = async () => recorder.close();
  return {
    recorded: async () => [...recorder.records],
    until: (type, fits) => recorder.until(type, fits),
    release: (gate) => gates.release(gate),
    changeTools: (change) => changeTools(world, change),
    notify,
    notifyListChanged: (list = "tools") => notify(listChanged(list)),
    async answer(method, params, asked) {
      if (method === "mcp/connect") return connections.open(asked);
      if (params["connectionId"] !== undefined) return await connections.answer(method, params, asked);
      const run = runs.of(params, asked);
      asked.cancelled.addEventListener("abort", () => run.abort.abort(), { once: true });
      return await run.outcome;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** What runs for the requests, by their ids: one that is sent again finds its run. */
function createRuns(world: World) {
  const modern = openModernService(world);
  const runs = new Map<string, Run>();
  return { of };

  function of(params: JsonObject, asked: AskedBy): Run {
    const requestId = stringOf(params["requestId"]);
    if (requestId === undefined) throw new AcpFailure(-32_602, "requestId must be a string");
    const known = runs.get(requestId);
    const isAgain = objectOf(objectOf(params["_meta"])["tenon"])["again"] === true;
    if (isAgain && known) return Object.assign(known, { asked, serverId: params["serverId"] });
    if (isAgain) throw new AcpFailure(-33_002, "This call was never received", { tenon: { hasRun: false } });
    if (known && !known.isOver && params["method"] === "tools/call") {
      throw new AcpFailure(-32_602, "duplicate active MCP request ID");
    }
    return start(requestId, params, asked);
  }

  function start(requestId: string, { serverId, method, params }: JsonObject, asked: AskedBy): Run {
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    const abort = new AbortController();
    const run: Run = { outcome: promise, isOver: false, abort, asked, serverId };
    runs.set(requestId, run);
    void promise.catch(() => {}).finally(() => (run.isOver = true));
    if (method !== "tools/call") asked.gone.addEventListener("abort", () => abort.abort(), { once: true });
    const message = { jsonrpc: "2.0", id: requestId, method, params } as const;
    world.record({ type: "message", message });
    const cancelled = () => reject(new AcpFailure(-32_800, "Request cancelled"));
    abort.signal.addEventListener("abort", cancelled, { once: true });
    const channel: Channel = {
      headers: {},
      gone: abort.signal,
      open() {},
      send(sent) {
        const { result, error, method, params } = sent;
        if (method !== undefined) run.asked.notify({ serverId: run.serverId, requestId, method, params });
        else resolve(error === undefined ? { result } : { error });
      },
      abandon: cancelled,
      close: cancelled,
    };
    modern.receive({ type: "request", id: requestId, method: String(method), params: objectOf(params) }, channel);
    return run;
  }
}
