/**
 * A failure that a provider reported in the middle of a stream, with the fields of a request that was refused at once:
 * it is read in the same way.
 */

import { parseJson, valueAt } from "@tenon/basis";

export class StreamedFailure extends Error {
  override readonly name = "StreamedFailure";
  readonly statusCode: unknown;
  readonly responseBody: string;

  constructor(responseBody: string) {
    super("The provider reported a failure in its stream");
    this.statusCode = valueAt(parseJson(responseBody), "error", "code");
    this.responseBody = responseBody;
  }
}
