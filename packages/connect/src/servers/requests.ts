/**
 * Requests of the gateway's side to servers of this machine: `mcp/message`, each with one answer.
 */

import { errorMessage, isObject, type JsonObject, RPC_ERROR, stringOf } from "@tenon/basis";
import type { EndpointNotification, EndpointRequest } from "@tenon/hub/endpoint";

import { idKey, tenonMeta } from "../far/message.ts";
import type { Admission } from "./limits.ts";
import type { BindingError, ProvidedServer } from "./provided-server.ts";
import type { Outcome, RememberedCall, RememberedCalls } from "./remembered-calls.ts";

export interface DeclaredServer {
  readonly server: ProvidedServer;
  /** On this line. */
  readonly serverId: string;
  readonly calls: RememberedCalls;
  /** Those that run, by the id that the agent gave them. */
  readonly active: Map<string, RememberedCall>;
}

export interface Requests {
  /** `length` is that of the whole message. `server` is undefined if there is none of this id. */
  take(id: unknown, server: DeclaredServer | undefined, params: JsonObject, length: number): void;
  /** False if no request of this id runs. */
  cancel(id: unknown): boolean;
  /** The line is lost: no request on it waits any more. Tool calls go on. */
  lost(servers: Iterable<DeclaredServer>): void;
}

export interface RequestsOptions {
  toAgent(message: JsonObject): void;
  readonly admission: Admission;
}

const CALL = "tools/call";

export function createRequests({ toAgent, admission }: RequestsOptions): Requests {
  /** By the outer id. */
  const underWay = new Map<string, RememberedCall>();
  const send = (id: unknown, outcome: Outcome) => toAgent({ jsonrpc: "2.0", id, ...outcome });

  return {
    take(id, server, params, length) {
      const requestId = stringOf(params["requestId"]);
      const method = stringOf(params["method"]);
      const refuse = (error: BindingError) => send(id, { error });
      if (requestId === undefined || method === undefined || typeof params["serverId"] !== "string")
        return refuse(INVALID);
      if (!server) return refuse(UNKNOWN_SERVER);
      if (tenonMeta(params)["again"] === true) return again(id, server, requestId);
      if (server.active.has(requestId)) return refuse(IN_USE);
      const problem = admission.refuse({ length, ofServer: server.active.size, ofAll: underWay.size });
      if (problem) return refuse(problem);
      const inner = isObject(params["params"]) ? params["params"] : {};
      void run(id, server, { id: requestId, method, params: inner });
    },
    cancel(id) {
      const call = underWay.get(idKey(id));
      call?.cancel.abort();
      return call !== undefined;
    },
    lost(servers) {
      underWay.clear();
      for (const { active } of servers) for (const call of active.values()) leave(call, active);
    },
  };

  /** Never starts a call. */
  function again(id: unknown, { calls }: DeclaredServer, requestId: string): void {
    const call = calls.find(requestId);
    if (!call) return send(id, { error: NEVER_CAME });
    call.waiting = id;
    if (call.outcome) return send(id, call.outcome);
    underWay.set(idKey(id), call);
  }

  async function run(id: unknown, server: DeclaredServer, request: EndpointRequest): Promise<void> {
    const requestId = String(request.id);
    const isKept = request.method === CALL;
    const call: RememberedCall = { requestId, isKept, waiting: id, cancel: new AbortController(), outcome: undefined };
    if (isKept) server.calls.add(call);
    server.active.set(requestId, call);
    underWay.set(idKey(id), call);
    const outcome = await outcomeOf(server, request, call, toAgent);
    call.outcome = outcome;
    if (server.active.get(requestId) === call) server.active.delete(requestId);
    if (call.waiting !== undefined) {
      underWay.delete(idKey(call.waiting));
      send(call.waiting, outcome);
    }
    if (isKept) server.calls.ended(call);
  }
}

/** Anything but a tool call ends with its line: it is asked for anew. */
function leave(call: RememberedCall, active: DeclaredServer["active"]): void {
  call.waiting = undefined;
  if (call.isKept) return;
  call.cancel.abort();
  active.delete(call.requestId);
}

async function outcomeOf(
  to: DeclaredServer,
  request: EndpointRequest,
  call: RememberedCall,
  toAgent: RequestsOptions["toAgent"],
): Promise<Outcome> {
  const { signal } = call.cancel;
  const onNotification = (inner: EndpointNotification) => {
    // For a line that has not asked for it, it is nothing.
    if (call.waiting === undefined) return;
    const { serverId } = to;
    toAgent({ jsonrpc: "2.0", method: "mcp/message", params: { serverId, requestId: call.requestId, ...inner } });
  };
  try {
    return { result: await to.server.answer(request, { signal, onNotification }) };
  } catch (error) {
    const code = signal.aborted ? RPC_ERROR.requestCancelled : RPC_ERROR.serverFailed;
    return { error: { code, message: signal.aborted ? "Request cancelled" : errorMessage(error) } };
  }
}

const INVALID = { code: RPC_ERROR.invalidParams, message: "serverId, requestId and method must be strings" };
const IN_USE = { code: RPC_ERROR.invalidParams, message: "This requestId is in use" };
const UNKNOWN_SERVER = { code: RPC_ERROR.unknownServer, message: "No such server on this connection" };
const NEVER_CAME = {
  code: RPC_ERROR.serverFailed,
  message: "Unknown requestId: this request was never received",
  data: { tenon: { hasRun: false } },
};
