/**
 * Requests to an agent. Only what it has advertised is asked for [R46], and every failure is an `AgentError`.
 */

import { type AuthMethod, type ClientContext, RequestError } from "@agentclientprotocol/sdk";
import { defined, type JsonObject, objectOf, RPC_ERROR } from "@tenon/basis";
import { errorText } from "@tenon/timeline";

import { AgentError, type AgentErrorDetails } from "../agent-error.ts";
import { type AgentAbilities, capabilityOf } from "./agent-abilities.ts";

export interface AgentCalls {
  readonly abilities: AgentAbilities;
  /** The result is what the agent sent, unchecked. Aborting the signal asks the agent to cancel; the answer is awaited. */
  request(method: string, params: object, options?: { readonly signal?: AbortSignal | undefined }): Promise<unknown>;
  notify(method: string, params: object): Promise<void>;
}

/** `_meta` of a message to the agent, such as a trace context, by its method. */
export type MetaOf = (method: string) => JsonObject | undefined;

/** The message's own `_meta` counts before what is added. */
export function withMeta<Params extends object>(params: Params, meta: JsonObject | undefined): Params {
  if (!meta) return params;
  return { ...params, _meta: { ...meta, ...objectOf("_meta" in params ? params._meta : undefined) } };
}

/** Methods that may fail because the session is not there. */
const OPENING_STORED = new Set(["session/load", "session/resume"]);

export function createAgentCalls(
  agent: ClientContext,
  options: {
    readonly abilities: AgentAbilities;
    readonly authMethods: readonly AuthMethod[];
    readonly metaOf?: MetaOf | undefined;
  },
): AgentCalls {
  const { abilities, authMethods, metaOf } = options;
  return {
    abilities,
    async request(method, params, { signal } = {}) {
      checkAdvertised(method, abilities);
      try {
        return await agent.request(method, withMeta(params, metaOf?.(method)), defined({ cancellationSignal: signal }));
      } catch (error) {
        throw explain(error, method, authMethods);
      }
    },
    async notify(method, params) {
      try {
        await agent.notify(method, withMeta(params, metaOf?.(method)));
      } catch (error) {
        throw explain(error, method, authMethods);
      }
    },
  };
}

/** Throws `not_advertised`. */
export function checkAdvertised(method: string, abilities: AgentAbilities): void {
  const capability = capabilityOf[method];
  if (capability === undefined || abilities.methods.has(method)) return;
  const message = `The agent does not support ${method} (${capability} is not advertised).`;
  throw new AgentError("not_advertised", message, { method, capability });
}

function explain(error: unknown, method: string, authMethods: readonly AuthMethod[]): unknown {
  if (!(error instanceof RequestError)) return error;
  const { code: errorCode, data: errorData } = error;
  const details: AgentErrorDetails = { method, errorCode, ...defined({ errorData }) };
  // By its code alone: many errors speak of being unauthorized [Z-04].
  if (errorCode === RPC_ERROR.authRequired) {
    const ways = authMethods.map(({ id, name }) => `${name} (${id})`).join(", ") || "no method given";
    const text = `The agent requires sign-in (${ways}): ${errorText(error)}`;
    return new AgentError("sign_in_needed", text, { ...details, authMethods }, { cause: error });
  }
  if (errorCode === RPC_ERROR.notFound && OPENING_STORED.has(method)) {
    return new AgentError("session_not_found", `The agent has no such session: ${errorText(error)}`, details, {
      cause: error,
    });
  }
  const text = `The agent answered ${method} with error ${errorCode}: ${errorText(error)}`;
  return new AgentError("agent_refused", text, details, { cause: error });
}
