/**
 * Takes secrets out of the records of sessions: what is known as a secret first, then what has the shape of one.
 */

import { createRedactor } from "./redactor.ts";
import { createSessionRedaction, type SessionRedaction } from "./session-redaction.ts";

export interface RecordRedaction {
  /** A text of its own: a title. */
  redact(text: string): string;
  /** From now on these are hidden too, in every session. */
  hide(secrets: Iterable<string>): void;
  /** For the records of one session. */
  open(): SessionRedaction;
}

export function createRecordRedaction({ secrets = [] }: { readonly secrets?: Iterable<string> } = {}): RecordRedaction {
  const redactor = createRedactor({ secrets });
  return { redact: redactor.redact, hide: redactor.add, open: () => createSessionRedaction(redactor) };
}
