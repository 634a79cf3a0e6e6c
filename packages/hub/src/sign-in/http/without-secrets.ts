/**
 * What an authorization server says when it refuses, without what it was sent: some repeat the request in their answer, and
 * the answer is shown to people.
 */

import { createRedactor } from "@tenon/policy";

// Everything else that is sent is an address, a name, or a word of OAuth.
const SECRET_PARAMETERS: readonly string[] = [
  "assertion",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "refresh_token",
  "subject_token",
];

export function withoutSecrets(answer: string, request: RequestInit | undefined): string {
  const secrets = secretsOf(request);
  return secrets.length === 0 ? answer : createRedactor({ secrets }).redact(answer);
}

function secretsOf(request: RequestInit | undefined): readonly string[] {
  const { body } = request ?? {};
  const isForm = typeof body === "string" || body instanceof URLSearchParams;
  const parameters = isForm ? new URLSearchParams(body) : new URLSearchParams();
  const sent = SECRET_PARAMETERS.flatMap((name) => parameters.getAll(name));
  const credentials = new Headers(request?.headers).get("authorization")?.replace(/^\w+\s+/, "");
  return [...sent, credentials ?? ""].flatMap((secret) => (secret === "" ? [] : [secret, encodeURIComponent(secret)]));
}
