/**
 * Where a browser comes back to after a sign-in: an address that the host program serves. Without one, each sign-in listens
 * on this machine for itself, which only a browser on this machine can reach.
 */

export interface Redirects {
  /** Expects one answer with this state. Undefined while nothing is served. */
  expect(state: string): RedirectListener | undefined;
}

export interface RedirectListener extends AsyncDisposable {
  /** Where the browser has to be sent. */
  readonly redirectUrl: string;
  /** What it brought. Never rejects; does not resolve after `close()`. */
  readonly answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}
