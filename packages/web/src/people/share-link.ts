/**
 * Links that bring people into a session. The secret is in the fragment, so it reaches no server and no log; it is kept in the
 * tab while its person signs in.
 */

const PATH = "/join";
const KEY = "tenon.join";

export function shareUrl(secret: string, origin: string): string {
  return `${origin}${PATH}#${secret}`;
}

export function isJoinPath(path: string): boolean {
  return path === PATH;
}

type PageWindow = Pick<Window, "location" | "history" | "sessionStorage">;

/** Takes the secret out of the address. */
export function keepShareLink({ location, history, sessionStorage }: PageWindow): void {
  const secret = location.hash.slice(1);
  if (!isJoinPath(location.pathname) || !/^[\w-]{20,}$/u.test(secret)) return;
  sessionStorage.setItem(KEY, secret);
  history.replaceState(history.state, "", PATH);
}

/** After signing in, to where the link leads: an identity provider returns to the page's beginning. */
export function resumeJoining({ location, history, sessionStorage }: PageWindow): void {
  if (sessionStorage.getItem(KEY) !== null && !isJoinPath(location.pathname)) history.replaceState(null, "", PATH);
}

/** Once. */
export function takeShareLink({ sessionStorage }: Pick<Window, "sessionStorage">): string | undefined {
  const secret = sessionStorage.getItem(KEY) ?? undefined;
  sessionStorage.removeItem(KEY);
  return secret;
}
