/**
 * Names that people give to secrets: `GITHUB_TOKEN`, `clientSecret`, `x-api-key`. Names that only sound like it
 * (`max_tokens`, `nextPageToken`, `primaryKey`) are not among them: hiding those would take work away from the reader.
 */

import { words } from "../words.ts";

/** Where the name stands. the same word is a secret in one context and not in another. */
export type NameContext =
  /** A field of a JSON object, or a header. */
  | "field"
  /** An environment variable, where `…_KEY` is a secret. */
  | "variable"
  /** A parameter of a URL, where `key`, `code` and `sig` are secrets. */
  | "parameter"
  /** A line of a file, or a flag of a command line. */
  | "line";

/** A pattern: every name of a secret has one of these in it. */
export const SECRET_PARTS = "auth|code|cookie|cred|jwt|key|pass|pwd|secret|sig|token";

const MAY_BE_SECRET = new RegExp(SECRET_PARTS, "i");
const MAY_BE_SECRET_VARIABLE = /headers|pat|webhook/i;

export function isSecretName(name: string, context: NameContext): boolean {
  // Most names are not, and there are very many of them.
  if (!MAY_BE_SECRET.test(name) && !(context === "variable" && MAY_BE_SECRET_VARIABLE.test(name))) return false;
  // The folder a shell is in. Taken for a secret, it would be hidden in every path that is written down.
  if (context === "variable" && FOLDERS.has(name)) return false;
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  const last = words.at(-1) ?? "";
  if (last === "token" && words.some((word) => COUNTERS.has(word))) return false;
  // The address is the secret: who knows it can post.
  if (context === "variable" && words.includes("webhook")) return true;
  if (words.length > 1 && ABOUT.has(last)) return false;
  if (words.some((word) => SECRETS.has(word))) return true;
  if (words.some((word, index) => word === "key" && KEYS.has(words[index - 1] ?? ""))) return true;
  if (context === "variable")
    return LAST_OF_VARIABLES.has(last) || words.some((word) => word === "pat" || word === "keys");
  return context === "parameter" && words.length === 1 && PARAMETERS.has(last);
}

const FOLDERS: ReadonlySet<string> = new Set(["PWD", "OLDPWD"]);

const SECRETS: ReadonlySet<string> = new Set(
  words(`
    accesstoken apikey apitoken authkey authorization authtoken cookie credential credentials jwt pass passphrase
    passwd password privatekey pwd refreshtoken secret secretkey clientsecret secrets token
  `),
);

const KEYS: ReadonlySet<string> = new Set(
  words(`
    access account admin api auth deploy encryption license master private secret service shared signing subscription
  `),
);
const LAST_OF_VARIABLES: ReadonlySet<string> = new Set(["auth", "headers", "key"]);
const PARAMETERS: ReadonlySet<string> = new Set(["auth", "code", "key", "pass", "sig", "signature"]);
/** Says something about a secret, and is not one: `token_type`, `passwordFile`, `--token-limit`. */
const ABOUT: ReadonlySet<string> = new Set(
  words(`
    budget count endpoint env expires expiry field file helper hint label length limit limits lifetime method methods
    path placeholder policy provider required rules scope size source store supported ttl type types uri url usage
  `),
);
const COUNTERS: ReadonlySet<string> = new Set(["continuation", "cursor", "max", "next", "page", "sync"]);
