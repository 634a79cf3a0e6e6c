import { defined } from "@tenon/basis";

import type { NewRecord } from "../journal.ts";

/** The event of a call that a person has approved. */
export const PERMITTED = "permitted";

/** An event of our own, as it is recorded. */
export function eventRecord(event: { readonly type: string; readonly at?: number }): NewRecord {
  return { from: "tenon", text: JSON.stringify(event), message: event, ...defined({ at: event.at }) };
}
