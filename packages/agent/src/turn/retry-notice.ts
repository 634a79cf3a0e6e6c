import type { Notice } from "@tenon/hub/display";
import type { ModelEvent } from "../model/model.ts";

/** That the request is retried, and when, so that the user knows what the turn waits for. */
export function retryNotice(event: Extract<ModelEvent, { readonly type: "retry" }>): Notice {
  return { severity: "warning", title: `${event.reason}; trying again in ${Math.ceil(event.delayMs / 1000)} s` };
}
