import type { Fields } from "./fields.ts";

const REQUEST_CANCELLED = -32_800;

/** Whether an error says that the request was cancelled: some answer a stop with this, and not with a result. */
export function isRequestCancelled(error: Fields | undefined): boolean {
  return error?.["code"] === REQUEST_CANCELLED;
}
