/** Why something about people could not be done. Callers test `code`. */

import { CodedError } from "@tenon/basis";

export type PeopleErrorCode = "bad_name" | "name_taken" | "role_differs" | "person_removed";

export class PeopleError extends CodedError<PeopleErrorCode, Readonly<Record<string, never>>> {
  override readonly name = "PeopleError";

  constructor(code: PeopleErrorCode, message: string) {
    super(code, message, {});
  }
}
