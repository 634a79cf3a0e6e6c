/**
 * Scripted servers over HTTP, in this process, held by the test.
 */

import type { IncomingMessage, ServerResponse } from "node:http";

import { createGates } from "../core/gates.ts";
import { changeTools, createWorld } from "../core/world.ts";
import type { ServerScript } from "../script.ts";
import { listChanged, type ServerHandle } from "../server-handle.ts";
import { createRecorder, type RecordOf } from "../server-record.ts";
import type { OpenEndpoint } from "./endpoint.ts";
import { readExchange } from "./exchange.ts";
import { createFaults } from "./faults.ts";
import type { HttpFault } from "./http-fault.ts";
import { listen } from "./listen.ts";
import { openSseEndpoint, SSE_PATH } from "./sse-endpoint.ts";
import { openStreamableEndpoint, STREAMABLE_PATH } from "./streamable-endpoint.ts";

export interface HttpServer extends ServerHandle {
  readonly url: string;
  /** Every HTTP request so far, those included that a fault answered. */
  readonly requests: readonly RecordOf<"http-request">[];
  addFault(fault: HttpFault): void;
  /** Forgets every session; their clients find out by themselves. */
  expireSessions(): void;
  /** Closes the streams on which clients receive notifications. */
  closeStreams(how: "end" | "cut"): void;
  /** Refuses connections, and drops those there are, until it is restarted. */
  stop(): Promise<void>;
  /** Starts again at the same address, and has forgotten everything. */
  restart(): Promise<void>;
}

/** Streamable HTTP. */
export function startHttpServer(script: ServerScript): Promise<HttpServer> {
  return startServer(script, STREAMABLE_PATH, openStreamableEndpoint);
}

/** HTTP+SSE, which only the older revision can be spoken over. */
export function startSseServer(script: ServerScript): Promise<HttpServer> {
  return startServer({ ...script, revision: "2025-11-25" }, SSE_PATH, openSseEndpoint);
}

async function startServer(script: ServerScript, path: string, openEndpoint: OpenEndpoint): Promise<HttpServer> {
  const recorder = createRecorder();
  const gates = createGates();
  const faults = createFaults(script.misbehaviour?.http?.faults ?? []);
  let starts = 0;
  let { world, endpoint } = start();

  const socket = await listen(take, { keepsConnections: script.http?.keepsConnections });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= socket.close().then(() => recorder.close()));
  const notify: ServerHandle["notify"] = (method, params) => world.audience.notify(method, params);

  return {
    url: `http://127.0.0.1:${socket.port}${path}`,
    recorded: () => Promise.resolve([...recorder.records]),
    until: (type, fits) => recorder.until(type, fits),
    get requests() {
      return recorder.records.filter((record) => record.type === "http-request");
    },
    addFault: (fault) => faults.add(fault),
    expireSessions: () => endpoint.expireSessions(),
    closeStreams: (how) => endpoint.closeStreams(how),
    release: (gate) => gates.release(gate),
    changeTools: (change) => changeTools(world, change),
    notify,
    notifyListChanged: (list = "tools") => notify(listChanged(list)),
    stop: () => socket.close(),
    async restart() {
      socket.dropConnections();
      ({ world, endpoint } = start());
      await socket.open();
    },
    close,
    [Symbol.asyncDispose]: close,
  };

  function take(request: IncomingMessage, response: ServerResponse): void {
    readExchange(request, response).then(
      (exchange) => {
        const { httpMethod, path, headers, body } = exchange;
        world.record({ type: "http-request", httpMethod, path, headers, body });
        faults.play(exchange, (handedOn) => endpoint.handle(handedOn));
      },
      () => response.destroy(), // the client left in the middle of its request
    );
  }

  function start() {
    const world = createWorld({
      script,
      start: ++starts,
      gates,
      record: (record) => recorder.add(record),
      crash: () => void socket.close(),
    });
    world.record({ type: "start", pid: process.pid, role: "server" });
    return { world, endpoint: openEndpoint(world) };
  }
}
