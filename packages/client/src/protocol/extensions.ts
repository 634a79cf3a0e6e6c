/**
 * Messages beside the protocol, `_vendor/name`, in both directions [R158].
 */

import { type ClientApp, RequestError } from "@agentclientprotocol/sdk";
import { defined, type JsonObject } from "@tenon/basis";

import { type AgentCalls, withMeta } from "./agent-calls.ts";

/** Answers a request of the agent, or takes a notification, whose result is dropped. `params` are as the agent sent them. */
export type ExtensionMethod = (params: unknown, call: { readonly signal: AbortSignal }) => unknown;

export interface AgentExtensions {
  /** Sends an extension request, and returns what the agent answered. Rejects with `agent_refused`. */
  request(
    method: string,
    params?: object,
    options?: ExtensionOptions & { readonly signal?: AbortSignal },
  ): Promise<unknown>;
  notify(method: string, params?: object, options?: ExtensionOptions): Promise<void>;
}

export interface ExtensionOptions {
  readonly meta?: JsonObject;
}

export function agentExtensions(calls: AgentCalls): AgentExtensions {
  return {
    async request(method, params = {}, { meta, signal } = {}) {
      requireExtension(method);
      return await calls.request(method, withMeta(params, meta), defined({ signal }));
    },
    async notify(method, params = {}, { meta } = {}) {
      requireExtension(method);
      await calls.notify(method, withMeta(params, meta));
    },
  };
}

/** Throws a `TypeError` for a method of the protocol. */
export function serveExtensions(
  app: ClientApp,
  methods: Readonly<Record<string, ExtensionMethod>>,
  onError: (error: unknown, method: string) => void,
): void {
  for (const [method, run] of Object.entries(methods)) {
    requireExtension(method);
    app.onRequest(method, unchanged, async ({ params, signal }) => {
      try {
        return (await run(params, { signal })) ?? {};
      } catch (error) {
        if (error instanceof RequestError) throw error;
        onError(error, method);
        throw RequestError.internalError();
      }
    });
    app.onNotification(method, unchanged, async ({ params, signal }) => {
      try {
        await run(params, { signal });
      } catch (error) {
        onError(error, method);
      }
    });
  }
}

function requireExtension(method: string): void {
  if (!method.startsWith("_")) throw new TypeError(`"${method}" is not an extension method: it must begin with "_"`);
}

function unchanged(params: unknown): unknown {
  return params;
}
