/**
 * The text of a JSON-RPC error. Agents on the SDK answer an unexpected failure with "Internal error" and put what
 * happened into `data.details`, others into `data.message` or `data` itself: without it a person does not know what to do.
 */

import { type JsonObject, nonEmptyStringOf, objectOf, RPC_ERROR } from "@tenon/basis";

export function errorText({ message, data }: { readonly message?: unknown; readonly data?: unknown }): string {
  const { details, message: inner } = objectOf(data);
  const reason = nonEmptyStringOf(data) ?? nonEmptyStringOf(details) ?? nonEmptyStringOf(inner);
  const text = nonEmptyStringOf(message);
  if (reason === undefined || text?.includes(reason)) return text ?? "";
  return text === undefined ? reason : `${text}: ${reason}`;
}

/** Whether an error says that the request was cancelled: some agents answer a stop with this, and not with a result. */
export function isRequestCancelled(error: JsonObject | undefined): boolean {
  return error?.["code"] === RPC_ERROR.requestCancelled;
}
