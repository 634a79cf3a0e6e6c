/**
 * A place in an answer where the model waits until the test lets it go on.
 */

export interface Gate {
  readonly type: "gate";
  /** Settles when an answer has come to this gate and everything before it has been sent. */
  readonly reached: Promise<void>;
  readonly opened: Promise<void>;
  /** Lets the answer go on, now or when it gets here. May be called twice. */
  open(): void;
  /** Called by the server. */
  reach(): void;
}

export function createGate(): Gate {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return {
    type: "gate",
    reached: reached.promise,
    opened: opened.promise,
    open: opened.resolve,
    reach: reached.resolve,
  };
}
