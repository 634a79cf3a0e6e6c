/** An error with a code that callers can test, and what belongs to it. */
export class CodedError<Code extends string, Details> extends Error {
  readonly code: Code;
  readonly details: Details;

  constructor(code: Code, message: string, details: Details, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = details;
  }
}
