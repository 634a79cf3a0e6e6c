import type { OAuthTokens } from "@modelcontextprotocol/client";

import { plainAddress, SignInError } from "./sign-in-error.ts";

/** Kept, a token that no header can hold would fail every request from then on. */
export function checkToken({ access_token }: OAuthTokens, serverUrl: string): void {
  if (/^[\u0021-\u007E]+$/.test(access_token)) return;
  const server = plainAddress(serverUrl);
  const message = `The authorization server of ${server} issued a token with characters that cannot be sent`;
  throw new SignInError("failed", message, { server, reason: "invalid_token" });
}
