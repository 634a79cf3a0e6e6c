/**
 * A failure that a provider reported in the middle of a stream, with the fields of a request that was refused at once:
 * it is read in the same way.
 */

import { at, parseJson } from "../json.ts";

export class StreamedFailure extends Error {
  override readonly name = "StreamedFailure";
  readonly statusCode: unknown;
  readonly responseBody: string;

  constructor(responseBody: string) {
    super("The provider reported a failure in its stream");
    this.statusCode = at(parseJson(responseBody), "error", "code");
    this.responseBody = responseBody;
  }
}
