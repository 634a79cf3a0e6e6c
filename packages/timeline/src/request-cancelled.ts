const REQUEST_CANCELLED = -32_800;

/** Whether an error says that the request was cancelled: some answer a stop with this, and not with a result. */

import { type JsonObject } from "@tenon/basis";
export function isRequestCancelled(error: JsonObject | undefined): boolean {
  return error?.["code"] === REQUEST_CANCELLED;
}
