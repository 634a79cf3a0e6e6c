/**
 * An answer that began and is none. Internal to `model/`: callers get a `ModelError`.
 */

export type FaultKind =
  /** The provider reported it in its stream. */
  | "reported"
  /** The stream ended before the answer did. */
  | "interrupted"
  /** There is neither a word nor a call. */
  | "empty";

export class AnswerFault extends Error {
  readonly kind: FaultKind;

  constructor(kind: FaultKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "AnswerFault";
    this.kind = kind;
  }
}
