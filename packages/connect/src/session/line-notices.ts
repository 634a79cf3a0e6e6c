/**
 * Says in each session of the editor that the line is lost, and that it is back.
 */

import { objectOf } from "@tenon/basis";
import { type Notice, noticeUpdate } from "@tenon/hub/display";
import type { Sides } from "@tenon/proxy";

import type { FarState } from "../far/far-end.ts";
import type { Introduction } from "./introduction.ts";

export function sayState(
  { toClient }: Pick<Sides, "toClient">,
  { isUp, reason = "", sessionIds }: FarState,
  options: { readonly editor: Introduction; readonly gateway: string; readonly newId: () => string },
): void {
  const takesNotices = Boolean(objectOf(options.editor.capabilities["session"])["notices"]);
  const notice = isUp ? back(options.gateway) : lost(reason);
  for (const sessionId of sessionIds) {
    const update = noticeUpdate(notice, { takesNotices, newMessageId: options.newId });
    toClient({ jsonrpc: "2.0", method: "session/update", params: { sessionId, update } });
  }
}

function lost(reason: string): Notice {
  const description = `${reason}. Reconnecting; running work continues on both machines.`;
  return { severity: "warning", title: "Connection lost", description };
}

function back(gateway: string): Notice {
  return { severity: "info", title: `Reconnected to ${gateway}` };
}
