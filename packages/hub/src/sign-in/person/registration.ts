/**
 * The identity an authorization server has given us, kept from one sign-in to the next: registering anew each time
 * would fill its books.
 */

import type { OAuthClientInformationMixed } from "@modelcontextprotocol/client";

import { SignInError } from "../sign-in-error.ts";
import type { HeldCredentials, TokenStore } from "../store/token-store.ts";
import { portOf } from "./loopback-listener.ts";

/** The port it was registered with. Not every authorization server takes another, as it should (RFC 8252, 7.3). */
export function registeredPort(client: OAuthClientInformationMixed | undefined): number | undefined {
  const [redirectUrl = ""] = client && "redirect_uris" in client ? client.redirect_uris : [];
  return portOf(redirectUrl);
}

export function isUsable(
  client: OAuthClientInformationMixed,
  use: { readonly redirectUrl: string; readonly documentUrl: string | undefined; readonly now: number },
): boolean {
  const { client_secret_expires_at: expires = 0 } = client;
  if (expires !== 0 && expires * 1_000 <= use.now) return false;
  if ("redirect_uris" in client) return client.redirect_uris.includes(use.redirectUrl);
  return client.client_id === use.documentUrl;
}

interface Registration {
  readonly store: TokenStore;
  readonly key: string;
  readonly issuer: string;
  readonly client: OAuthClientInformationMixed;
  readonly signal: AbortSignal;
}

/** Unless there are tokens, which belong to the identity they were issued to. */
export async function rememberRegistration({ store, key, issuer, client, signal }: Registration): Promise<void> {
  const work = async ({ current, save }: HeldCredentials) => {
    if (current?.issuer !== issuer || !current.tokens) await save({ issuer, client });
  };
  await store.hold(key, work, { signal });
}

/** After a sign-in with it came to nothing: a browser does not report that the authorization server has forgotten us. */
export async function doubtRegistration(error: unknown, { store, key, client, signal }: Registration): Promise<void> {
  const reason = error instanceof SignInError && (error.code === "timed_out" ? error.code : error.details.reason);
  if (!reason || !["timed_out", "invalid_client", "unauthorized_client"].includes(reason)) return;
  const work = async ({ current, save }: HeldCredentials) => {
    if (current && !current.tokens && current.client?.client_id === client.client_id) await save(undefined);
  };
  await store.hold(key, work, { signal });
}
