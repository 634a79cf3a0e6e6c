/**
 * What the servers were given in secret, kept out of receipts, errors, warnings and recorded messages.
 */

import { createRedactor, secretsOf, visibleText } from "@tenon/policy";
import { defined, isString, type JsonObject } from "@tenon/basis";

import type { MessageListener } from "./connection/wire/wire-tap.ts";
import type { HubOptions, ServerMessage } from "./hub-types.ts";
import type { ServerSpec } from "./server-spec.ts";
import type { Receipt } from "./server/receipt.ts";

export interface HubSecrets {
  /** The secrets of these servers are hidden from now on. */
  hide(specs: Iterable<ServerSpec>): void;
  /** A text of a server without its secrets and without hidden characters: servers print both in their last words. */
  redact(text: string): string;
  redactReceipt(receipt: Receipt): Receipt;
  /** Reports messages of one server, or of one call, without secrets. Undefined if there is no listener for messages. */
  readonly listenTo: ((server: string, call?: string) => MessageListener) | undefined;
}

export function createHubSecrets({ onMessage, onSecrets }: Pick<HubOptions, "onMessage" | "onSecrets">): HubSecrets {
  let redactor = createRedactor();
  let inJson: readonly string[] = [];
  const redact = (text: string) => visibleText(redactor.redact(text));
  return {
    hide(specs) {
      const secrets = [...specs].flatMap(secretsIn);
      redactor = createRedactor({ secrets });
      inJson = secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
      onSecrets?.(secrets);
    },
    redact,
    redactReceipt: ({ reason, ...receipt }) =>
      reason === undefined ? receipt : { ...receipt, reason: redact(reason) },
    listenTo:
      onMessage &&
      ((server, call) => (direction, message) => {
        try {
          onMessage({ server, direction, ...defined({ call }), ...withoutSecrets(message) });
        } catch {
          // It only listens: the message goes on all the same.
        }
      }),
  };

  function withoutSecrets(message: JsonObject): Pick<ServerMessage, "message" | "text"> {
    const text = JSON.stringify(message);
    // Looked for first: most messages hold none, and are passed on as they are.
    if (!inJson.some((secret) => text.includes(secret))) return { message, text };
    const redacted = JSON.stringify(redactor.redactValue(message));
    return { message: JSON.parse(redacted), text: redacted };
  }
}

/** With these, another local process that reads the address could finish the sign-in with an account of its own. */
export function secretsInAddress(url: string): readonly string[] {
  const { searchParams } = new URL(url);
  return ["state", "code_challenge", "nonce"].flatMap((name) => searchParams.get(name) ?? []);
}

// A shorter one would be found in many a word.
const MIN_SECRET_LENGTH = 8;

function secretsIn(spec: ServerSpec): readonly string[] {
  if (spec.type === "stdio") return secretsOf({ env: spec.env, args: spec.args });
  if (spec.type !== "http" && spec.type !== "sse") return [];
  const { clientSecret, privateKey, assertion, identityProvider } = spec.signIn ?? {};
  const { clientSecret: providerSecret, idToken } = identityProvider ?? {};
  const forSignIn = [clientSecret, privateKey, assertion, providerSecret, idToken];
  const worthHiding = forSignIn.filter(isString).filter(({ length }) => length >= MIN_SECRET_LENGTH);
  return [...secretsOf({ headers: spec.headers, url: spec.url }), ...worthHiding];
}
