/**
 * The client, as the tools of one session see it. Nothing is sent before the client knows the session [R45].
 */

import { defined, isObject, type JsonObject, objectOf } from "@tenon/basis";
import type { Receipt } from "@tenon/hub";
import { type Notice, noticeUpdate } from "@tenon/hub/display";
import { eventRecord } from "@tenon/journal";

import type { Sides } from "../../wire/interceptor.ts";
import type { SessionEvents } from "../record-events.ts";
import type { ToolsOptions } from "../tools-options.ts";

export interface SessionClient {
  /** `clientCapabilities` of `initialize`. */
  readonly capabilities: JsonObject;
  /** The client gets the session's id with the message that passes now. */
  bind(sessionId: string): void;
  /** What is recorded of the session beside its messages; undefined if nothing is. */
  readonly events: SessionEvents | undefined;
  /** Resolves when the client knows the session. */
  readonly bound: Promise<string>;
  update(update: object): void;
  notice(notice: Notice): void;
  receipt(receipt: Receipt): void;
  notify(method: string, params: object): void;
  /** Sends a request of ours, with the session's id. Rejects if it cannot be answered. */
  ask(method: string, params: object, options: { readonly signal: AbortSignal }): Promise<unknown>;
}

const RECEIPT_NOTIFICATION = "_tenon/receipt";

export function createSessionClient(
  sides: Pick<Sides, "toClient" | "askClient">,
  options: Pick<ToolsOptions, "openEvents"> & { readonly capabilities: JsonObject; readonly newId: () => string },
): SessionClient {
  const { capabilities, newId } = options;
  const events = options.openEvents?.();
  const binding = Promise.withResolvers<string>();
  const takesNotices = Boolean(objectOf(capabilities["session"])["notices"]);
  const wantsReceipts = isObject(objectOf(capabilities["_meta"])["tenon"]);

  const notify = (method: string, params: object) =>
    void binding.promise.then((sessionId) =>
      sides.toClient({ jsonrpc: "2.0", method, params: { sessionId, ...params } }),
    );
  const update = (update: object) => notify("session/update", { update });
  return {
    capabilities,
    events,
    bind(sessionId) {
      binding.resolve(sessionId);
      events?.bind(sessionId);
    },
    bound: binding.promise,
    update,
    notify,
    notice: (notice) => update(noticeUpdate(notice, { takesNotices, newMessageId: newId })),
    receipt(receipt) {
      const { server, state, at, afterMs, reason } = receipt;
      // A session that is closed takes no more records.
      events?.add(eventRecord({ type: "receipt", ...receipt })).catch(() => {});
      if (wantsReceipts) notify(RECEIPT_NOTIFICATION, { server, state, at, afterMs, ...defined({ reason }) });
    },
    async ask(method, params, options) {
      const sessionId = await binding.promise;
      return await sides.askClient(method, { sessionId, ...params }, options);
    },
  };
}
