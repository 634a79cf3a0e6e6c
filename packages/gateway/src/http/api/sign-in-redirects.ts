/**
 * Where browsers come back to from the sign-in page of an MCP server: `/callback` of the gateway itself, so that a phone, or
 * a browser behind the TLS proxy, gets here.
 *
 * The law: an answer counts once, with the state of a sign-in under way, and from the browser that began it. A link to the
 * sign-in page must not bring another person's account into the session of who sent it, so the page claims a sign-in before
 * it opens it: that leaves a cookie in its browser, without which the answer is refused. Where only this machine reaches the
 * gateway the state is enough, as it is for a program that listens for itself. Of several machines each can make that cookie,
 * and tell a good one: the browser comes back to any of them.
 */

import { createHash, createHmac, randomBytes } from "node:crypto";

import { isEqualSecret } from "@tenon/basis/node";

export interface SignInRedirects {
  /** What the hub of a session calls. Undefined until the gateway listens. */
  expect(state: string): ExpectedRedirect | undefined;
  /** It listens now. */
  serveAt(place: RedirectPlace): void;
  /** The cookie for the browser that opens this sign-in page; undefined if it needs none. */
  claim(url: string): { readonly name: string; readonly value: string } | undefined;
  /** A browser has come back. `elsewhere`: it may be another machine that expects it. */
  take(
    answer: URLSearchParams,
    cookieNamed: (name: string) => string | undefined,
  ): "accepted" | "refused" | "unknown" | "elsewhere";
  /** A browser has come back to another machine, which has looked at its cookie. */
  takeCarried(answer: URLSearchParams): boolean;
}

export interface ExpectedRedirect extends AsyncDisposable {
  readonly redirectUrl: string;
  readonly answer: Promise<URLSearchParams>;
  close(): Promise<void>;
}

export interface RedirectPlace {
  /** Where people reach the gateway. */
  readonly address: string;
  /** Only this machine does. */
  readonly isLocal: boolean;
  /** Of all machines behind that address, if there are several. */
  readonly secret?: string | undefined;
}

export const CALLBACK_PATH = "/callback";
export const MINUTES_TO_RETURN = 10;

export function createSignInRedirects(): SignInRedirects {
  let key: Buffer = randomBytes(32);
  const expected = new Map<string, (answer: URLSearchParams) => void>();
  let place: RedirectPlace | undefined;

  return {
    expect(state) {
      if (!place) return undefined;
      const answer = Promise.withResolvers<URLSearchParams>();
      expected.set(state, answer.resolve);
      const close = async () => void expected.delete(state);
      const redirectUrl = new URL(CALLBACK_PATH, place.address).href;
      return { redirectUrl, answer: answer.promise, close, [Symbol.asyncDispose]: close };
    },
    serveAt(served) {
      place = served;
      if (served.secret !== undefined) key = createHmac("sha256", served.secret).update("sign-ins to servers").digest();
    },
    claim(url) {
      const state = URL.parse(url)?.searchParams.get("state") ?? "";
      const mayBeExpected = expected.has(state) || (state !== "" && place?.secret !== undefined);
      return mayBeExpected && place?.isLocal === false ? { name: cookieName(state), value: proofOf(state) } : undefined;
    },
    take(answer, cookieNamed) {
      const state = answer.get("state") ?? "";
      const isClaimed = isEqualSecret(cookieNamed(cookieName(state)) ?? "", proofOf(state));
      if (!expected.has(state)) return isClaimed && place?.secret !== undefined ? "elsewhere" : "unknown";
      if (!isAnswer(answer)) return "unknown";
      if (place?.isLocal === false && !isClaimed) return "refused";
      return takeCarried(answer) ? "accepted" : "unknown";
    },
    takeCarried,
  };

  function takeCarried(answer: URLSearchParams): boolean {
    const state = answer.get("state") ?? "";
    const resolve = expected.get(state);
    if (!resolve || !isAnswer(answer)) return false;
    expected.delete(state);
    resolve(answer);
    return true;
  }

  function proofOf(state: string): string {
    return createHmac("sha256", key).update(state).digest("base64url");
  }
}

function isAnswer(answer: URLSearchParams): boolean {
  return answer.has("code") || answer.has("error");
}

/** One for each sign-in: several may be under way. */
function cookieName(state: string): string {
  return `tenon-callback-${createHash("sha256").update(state).digest("hex").slice(0, 16)}`;
}
