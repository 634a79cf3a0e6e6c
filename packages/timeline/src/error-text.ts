import { isFields, wordOf } from "./fields.ts";

/**
 * The text of a JSON-RPC error. Agents on the SDK answer an unexpected failure with "Internal error" and put what
 * happened into `data.details`, others into `data.message` or `data` itself: without it nobody knows what to do.
 */
export function errorText({ message, data }: { readonly message?: unknown; readonly data?: unknown }): string {
  const fields = isFields(data) ? data : {};
  const reason = wordOf(data) ?? wordOf(fields["details"]) ?? wordOf(fields["message"]);
  const text = wordOf(message);
  if (reason === undefined || text?.includes(reason)) return text ?? "";
  return text === undefined ? reason : `${text}: ${reason}`;
}
