/**
 * What becomes of messages between the editor and the gateway. Everything passes as it came, except what is about this
 * machine: `initialize`, and what only a client with our extensions understands.
 */

import { isObject, objectOf } from "@tenon/basis";
import { noticeUpdate, type Notice } from "@tenon/hub/display";
import type { CreateInterceptor, Frame, Verdict } from "@tenon/proxy";

import type { FarEndOptions } from "../far/far-end.ts";
import { introduced, type Introduction, introductionOf } from "./introduction.ts";

/** Also hears of lines that are lost, and declares servers again on new ones. */
export type CreateConnectInterceptor = (
  ...given: Parameters<CreateInterceptor>
) => ReturnType<CreateInterceptor> & Pick<FarEndOptions, "declare" | "onState">;

export interface InterceptorOptions {
  /** The gateway, for users. */
  readonly gateway: string;
  readonly newId?: () => string;
}

export function connectInterceptor(options: InterceptorOptions): CreateConnectInterceptor {
  const { gateway, newId = () => crypto.randomUUID() } = options;
  return (sides) => {
    const client = newId();
    let editor: Introduction = { capabilities: {}, knowsTenon: false };
    return {
      fromClient({ message }: Frame): Verdict {
        if (!isObject(message) || message["method"] !== "initialize") return "pass";
        const params = objectOf(message["params"]);
        editor = introductionOf(params);
        return { message: { ...message, params: introduced(params, { client, capabilities: editor.capabilities }) } };
      },
      fromAgent({ message }: Frame): Verdict {
        return isForTenonOnly(message) && !editor.knowsTenon ? "drop" : "pass";
      },
      declare: () => undefined,
      onState({ isUp, reason, sessionIds }) {
        const notice = isUp ? backNotice(gateway) : lostNotice(reason ?? "");
        for (const sessionId of sessionIds) tell(sessionId, notice);
      },
      close: async () => {},
    };

    function tell(sessionId: string, notice: Notice): void {
      const takesNotices = Boolean(objectOf(editor.capabilities["session"])["notices"]);
      const update = noticeUpdate(notice, { takesNotices, newMessageId: newId });
      sides.toClient({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
    }
  };
}

/** A notification of our own that an editor has to ask for. */
function isForTenonOnly(message: unknown): boolean {
  const { id, method } = objectOf(message);
  return id === undefined && typeof method === "string" && method.startsWith("_tenon/");
}

function lostNotice(reason: string): Notice {
  return {
    severity: "warning",
    title: "Connection lost",
    description: `${reason}. Reconnecting; what runs there and here goes on.`,
  };
}

function backNotice(gateway: string): Notice {
  return { severity: "info", title: `Connected to ${gateway} again` };
}
