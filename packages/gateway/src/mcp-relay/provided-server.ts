/**
 * One MCP server that a client provides over ACP to a session.
 *
 * The agent knows it by an id of ours, which stays the same when the client comes back on another connection. While the
 * client is away, what the agent asks waits, for a limited time.
 */

import { type AnyNotification, type AnyRequest, RequestError } from "@agentclientprotocol/sdk";
import { type Clock, formatDuration, stringOf } from "@tenon/basis";

import { type Cancellable, paramsOf, type Reply, withParams } from "../wire/message.ts";
import { errorAnswer } from "../wire/wire-error.ts";
import { bindingError } from "./binding-error.ts";
import { type Binding, createRelayedRequest, type RelayedRequest } from "./relayed-request.ts";

export interface ProvidedServer {
  /** As the agent knows it. */
  readonly id: string;
  readonly name: string;
  /** The connection of the client that declared it last, open or not. */
  readonly binding: Binding;
  /** Its client is connected. */
  readonly isConnected: boolean;
  /** `mcp/message` or `mcp/connect`. Answered once. */
  ask(request: AnyRequest, reply: Reply): Cancellable;
  /** A notification of the client, as the agent is sent it; undefined if it belongs to no request under way. */
  translate(message: AnyNotification): AnyNotification | undefined;
  /** The client has declared it again: on another connection, or by another id on the same one. */
  bind(binding: Binding): void;
  /** Its client does not provide it any more, until it declares it again. */
  leave(): void;
  /** Nothing more is asked. What waits is answered with an error. */
  end(reason: string): void;
}

export interface ProvidedServerOptions {
  readonly id: string;
  readonly name: string;
  readonly binding: Binding;
  readonly clock: Clock;
  /** How long what is asked waits for a client that has lost its connection. */
  readonly waitMs: number;
  /** Its client has not come back in time, or has come back after that. */
  onAvailable(isAvailable: boolean, reason: string): void;
}

// As many as the SDK's provider takes.
const MAX_ACTIVE = 64;

export function createProvidedServer(options: ProvidedServerOptions): ProvidedServer {
  const { id, name, clock, waitMs } = options;
  const requests = new Map<string, RelayedRequest>();
  let { binding } = options;
  let state: "connected" | "waiting" | "gone" = "connected";
  let why = "";
  let watch = new AbortController();
  let connects = 0;
  watchLink();

  return {
    id,
    name,
    get binding() {
      return binding;
    },
    get isConnected() {
      return state === "connected";
    },
    ask(request, reply) {
      const key = keyOf(request);
      const refused = refusalOf(request, key);
      if (refused) {
        reply(errorAnswer(request.id, refused));
        return { cancel() {} };
      }
      const asked = createRelayedRequest({ server: name, request, reply, onEnd: () => void requests.delete(key) });
      requests.set(key, asked);
      if (state === "connected") asked.sendTo(binding);
      return { cancel: () => asked.cancel({ isAway: state !== "connected" }) };
    },
    translate(message) {
      const { requestId } = paramsOf(message);
      return requests.has(stringOf(requestId) ?? "") ? withParams(message, { serverId: id }) : undefined;
    },
    bind(next) {
      const isNoted = next.link === binding.link && state === "connected";
      const wasGone = state === "gone";
      binding = next;
      // What is under way on this connection goes on.
      if (isNoted) return;
      state = "connected";
      watchLink();
      if (wasGone) options.onAvailable(true, "");
      for (const asked of requests.values()) asked.sendTo(binding);
    },
    leave() {
      watch.abort();
      giveUp(`The client that provides ${name} has left the session`);
      options.onAvailable(false, why);
    },
    end(reason) {
      watch.abort();
      giveUp(reason);
    },
  };

  function refusalOf({ method }: AnyRequest, key: string): RequestError | undefined {
    if (state === "gone") return bindingError("unknownServer", why);
    if (key === "") return RequestError.invalidParams(undefined, "requestId must be a non-empty string");
    if (requests.has(key)) return RequestError.invalidParams({ requestId: key }, "this requestId is in use");
    if (requests.size < MAX_ACTIVE) return undefined;
    return bindingError(
      "limit",
      `${name} has ${MAX_ACTIVE} requests under way, which is the limit; ${method} was not sent`,
    );
  }

  /** Waits for the end of the connection, and then for another one. */
  function watchLink(): void {
    watch.abort();
    watch = new AbortController();
    const { signal } = watch;
    const { gone } = binding.link;
    const onGone = () => void away(signal);
    gone.addEventListener("abort", onGone, { once: true, signal });
    if (gone.aborted) onGone();
  }

  async function away(signal: AbortSignal): Promise<void> {
    state = "waiting";
    await clock.after(waitMs, signal).catch(() => {}); // it is back, or the session has ended
    if (signal.aborted) return;
    giveUp(`The client that provides ${name} has been disconnected for ${formatDuration(waitMs)}`);
    options.onAvailable(false, why);
  }

  function giveUp(reason: string): void {
    state = "gone";
    why = reason;
    for (const asked of requests.values()) asked.fail(bindingError("unknownServer", reason));
  }

  /** `mcp/connect` has no id of its own. */
  function keyOf(request: AnyRequest): string {
    if (request.method === "mcp/connect") return `connect ${(connects += 1)}`;
    return stringOf(paramsOf(request)["requestId"]) ?? "";
  }
}
