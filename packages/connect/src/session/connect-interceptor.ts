/**
 * What becomes of messages between the editor and the gateway. Everything passes as it came, except what is about this
 * machine: `initialize`, the servers of a session and the permissions for their tools.
 */

import { isObject, type JsonObject, objectOf } from "@tenon/basis";
import { createAcpServers, type CreateInterceptor, type Frame, type FrameVerdict, withGiven } from "@tenon/proxy";

import type { FarEndOptions } from "../far/far-end.ts";
import { createProvider, type ProviderOptions } from "../servers/provider.ts";
import {
  introduced,
  type Introduction,
  introductionOf,
  takesServers,
  withoutSeq,
  withSafeSignIn,
  withTransports,
} from "./introduction.ts";
import { createLentSessions, type LentSessionsOptions } from "./lent-sessions.ts";
import { sayState } from "./line-notices.ts";

/** Is also notified of lost lines, and declares servers again on new ones. */
export type CreateConnectInterceptor = (
  ...given: Parameters<CreateInterceptor>
) => ReturnType<CreateInterceptor> & Pick<FarEndOptions, "declare" | "onState">;

export interface InterceptorOptions
  extends Omit<LentSessionsOptions, "sides" | "acp" | "provider" | "newId">, Pick<ProviderOptions, "clock" | "limits"> {
  /** The gateway, for users. */
  readonly gateway: string;
  readonly newId?: () => string;
}

export function connectInterceptor(given: InterceptorOptions): CreateConnectInterceptor {
  const options = { newId: () => crypto.randomUUID(), ...given };
  return (sides) => {
    const client = options.newId();
    const provider = createProvider({ ...options, ...sides });
    const acp = createAcpServers(sides);
    const sessions = createLentSessions({ ...options, sides, acp, provider });
    const greeting = createGreeting({ ...options, client });

    return {
      ready: ({ message }) =>
        greeting.isLending && sessions.isOpening(message)
          ? sessions.prepare(message, greeting.editor.capabilities)
          : undefined,
      fromClient({ message }: Frame): FrameVerdict {
        if (!isObject(message)) return "pass";
        if (message["method"] === "initialize") return greeting.begin(message);
        const verdict = acp.take(message, sessions.restartServer);
        if (verdict) return verdict;
        if (sessions.isOpening(message))
          return greeting.isLending ? sessions.open(message) : { message: withGiven(message, { mcpServers: [] }) };
        sessions.see(message);
        return "pass";
      },
      fromAgent(frame: Frame): FrameVerdict {
        const { message } = frame;
        if (!isObject(message)) return "pass";
        if (message["method"] === undefined) {
          const greeted = greeting.end(message);
          if (greeted) return greeted;
          sessions.answered(message);
          const plain = greeting.editor.knowsTenon ? undefined : withoutSeq(message["result"]);
          return plain ? { message: { ...message, result: plain } } : "pass";
        }
        if (provider.take(frame) || (isForTenonOnly(message) && !greeting.editor.knowsTenon)) return "drop";
        return greeting.isLending ? sessions.fromAgent(message) : "pass";
      },
      declare: sessions.declare,
      onState(state) {
        if (!state.isUp) provider.lost();
        sayState(sides, state, { ...options, editor: greeting.editor });
      },
      async close() {
        provider.close();
        await sessions.close();
      },
    };
  };
}

type GreetingOptions = Pick<InterceptorOptions, "gateway" | "tree" | "onWarning"> & { readonly client: string };

/** `initialize` and its answer: what the editor is, and whether the gateway takes servers of it. */
function createGreeting({ client, tree, gateway, onWarning }: GreetingOptions) {
  let initializing: unknown;
  let editor: Introduction = { capabilities: {}, knowsTenon: false };
  let isLending = true;
  return {
    get editor() {
      return editor;
    },
    get isLending() {
      return isLending;
    },
    begin(request: JsonObject): FrameVerdict {
      const params = objectOf(request["params"]);
      initializing = request["id"];
      editor = introductionOf(params);
      return { message: { ...request, params: introduced(params, { client, tree }) } };
    },
    /** Undefined if this answers another request. */
    end(response: JsonObject): FrameVerdict | undefined {
      if (initializing === undefined || response["id"] !== initializing) return undefined;
      const { result } = response;
      initializing = undefined;
      isLending = takesServers(result);
      if (!isObject(result)) return "pass";
      if (!isLending) onWarning(tooOld(gateway));
      const safe = withSafeSignIn(result);
      return { message: { ...response, result: isLending ? (withTransports(safe) ?? safe) : safe } };
    },
  };
}

/** A notification of our own that an editor has to ask for. */
function isForTenonOnly(message: unknown): boolean {
  const { id, method } = objectOf(message);
  return id === undefined && typeof method === "string" && method.startsWith("_tenon/");
}

function tooOld(gateway: string): string {
  return `${gateway} does not support MCP servers from clients, so its sessions have none of yours. Upgrade Tenon there.`;
}
