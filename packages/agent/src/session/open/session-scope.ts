/**
 * Which session the running code belongs to. A program that keeps serving after an uncaught error needs to know, so that
 * it can end that session and no other.
 */

export interface SessionScope {
  /** Runs the work, and everything that it starts, on behalf of this session. */
  run<T>(owner: SessionOwner, work: () => T): T;
}

export interface SessionOwner {
  readonly sessionId: string;
  /** Ends the session and reports the reason to its client. False if it is not open. */
  fail(error: unknown): boolean;
}
