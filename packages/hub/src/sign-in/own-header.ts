/**
 * A server whose owner wrote down an Authorization header. That is the whole sign-in; we add nothing to it.
 */

import { guardFetch } from "./http/guard-fetch.ts";
import { plainAddress, SignInError } from "./sign-in-error.ts";
import type { SignIn } from "./sign-in.ts";

export function hasOwnHeader(headers: Readonly<Record<string, string>>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
}

export function useOwnHeader(serverUrl: string): SignIn {
  const refuse = async () => {
    const server = plainAddress(serverUrl);
    throw new SignInError("header_refused", `${server} does not take the Authorization header it is configured with`, {
      server,
    });
  };
  const { wrap, authProvider } = guardFetch({
    origin: new URL(serverUrl).origin,
    current: async () => undefined,
    others: refuse,
    onAccepted: () => {},
  });
  const nothing = async () => {};
  return {
    guard: wrap,
    authProvider,
    run: (operation) => operation(),
    isMoreWanted: async () => false,
    signIn: refuse,
    complete: async () => false,
    signOut: nothing,
    close: nothing,
    [Symbol.asyncDispose]: nothing,
  };
}
