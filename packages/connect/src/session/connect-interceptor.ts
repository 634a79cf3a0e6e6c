/**
 * What becomes of messages between the editor and the gateway. Everything passes as it came, except what is about this
 * machine: `initialize`, the servers of a session and the permissions for their tools.
 */

import { isObject, objectOf } from "@tenon/basis";
import { createAcpServers, type CreateInterceptor, type Frame, type Verdict, withGiven } from "@tenon/proxy";

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

/** Also hears of lines that are lost, and declares servers again on new ones. */
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
    let initializing: unknown;
    let editor: Introduction = { capabilities: {}, knowsTenon: false };
    let isLending = true;

    return {
      ready: ({ message }) =>
        isLending && sessions.isOpening(message) ? sessions.prepare(message, editor.capabilities) : undefined,
      fromClient({ message }: Frame): Verdict {
        if (!isObject(message)) return "pass";
        if (message["method"] === "initialize") {
          const params = objectOf(message["params"]);
          initializing = message["id"];
          editor = introductionOf(params);
          return { message: { ...message, params: introduced(params, { client, tree: options.tree }) } };
        }
        const verdict = acp.take(message, sessions.restartServer);
        if (verdict) return verdict;
        if (sessions.isOpening(message))
          return isLending ? sessions.open(message) : { message: withGiven(message, { mcpServers: [] }) };
        sessions.see(message);
        return "pass";
      },
      fromAgent(frame: Frame): Verdict {
        const { message } = frame;
        if (!isObject(message)) return "pass";
        if (message["method"] === undefined) {
          if (initializing !== undefined && message["id"] === initializing) return greeted(message["result"], message);
          sessions.answered(message);
          const plain = editor.knowsTenon ? undefined : withoutSeq(message["result"]);
          return plain ? { message: { ...message, result: plain } } : "pass";
        }
        if (provider.take(frame) || (isForTenonOnly(message) && !editor.knowsTenon)) return "drop";
        return isLending ? sessions.fromAgent(message) : "pass";
      },
      declare: sessions.declare,
      onState(state) {
        if (!state.isUp) provider.lost();
        sayState(sides, state, { ...options, editor });
      },
      async close() {
        provider.close();
        await sessions.close();
      },
    };

    function greeted(result: unknown, message: object): Verdict {
      initializing = undefined;
      isLending = takesServers(result);
      if (!isLending && isObject(result)) options.onWarning(tooOld(options.gateway));
      if (!isObject(result)) return "pass";
      const safe = withSafeSignIn(result);
      return { message: { ...message, result: isLending ? (withTransports(safe) ?? safe) : safe } };
    }
  };
}

/** A notification of our own that an editor has to ask for. */
function isForTenonOnly(message: unknown): boolean {
  const { id, method } = objectOf(message);
  return id === undefined && typeof method === "string" && method.startsWith("_tenon/");
}

function tooOld(gateway: string): string {
  return `${gateway} takes no MCP servers of its clients: its sessions have none of yours. Update Tenon there.`;
}
