/**
 * One connection to a gateway, from its first message to its end. Types only.
 */

export interface Line {
  /**
   * A promise if no more may be sent until then. What is sent on a line that has ended is lost. `parts` are those of the text,
   * if it has a large string in it.
   */
  send(text: string, parts?: readonly string[]): Promise<void> | undefined;
  /** Resolves when the line has ended, with why. */
  readonly ended: Promise<Error>;
  /** Sends what is on its way, and ends. May be called twice. */
  close(): Promise<void>;
}

export interface LineListeners {
  /** A message. A promise if nothing more may come until then. */
  onText(text: string): Promise<void> | undefined;
}

/** Rejects with a `ConnectError`, or with the signal's reason. */
export type OpenLine = (listeners: LineListeners, signal: AbortSignal) => Promise<Line>;
