/**
 * Keeps the secrets of servers out of what is recorded: the values of variables and headers that they are given, and
 * wherever else they turn up later, also as a part of JSON within a text.
 */

import { createRedactor, type Redactor, secretsOf } from "@tenon/policy";

export interface SecretHiding {
  /** The same message without them. */
  hide(text: string): string;
  /** From now on these are hidden too. */
  add(secrets: readonly string[]): void;
}

export function createSecretHiding(): SecretHiding {
  const secrets = new Set<string>();
  let signs: readonly string[] = [];
  let redactor: Redactor | undefined;

  function add(found: readonly string[]): void {
    const before = secrets.size;
    for (const secret of found) secrets.add(secret).add(inJson(secret));
    if (secrets.size === before) return;
    signs = [...new Set([...secrets].map(signOf))];
    redactor = createRedactor({ secrets });
  }

  /** Learns the secrets of a request that brings servers. */
  function learn(text: string): void {
    const { params }: { readonly params?: { readonly mcpServers?: unknown; readonly server?: unknown } } =
      JSON.parse(text);
    const servers: readonly unknown[] = Array.isArray(params?.mcpServers) ? params.mcpServers : [];
    for (const server of [...servers, params?.server]) {
      const { env, headers }: { readonly env?: unknown; readonly headers?: unknown } = Object(server);
      add(secretsOf({ env: pairs(env), headers: pairs(headers) }));
    }
  }

  return {
    hide(text) {
      if (text.includes('"mcpServers"') || text.includes('"_tenon/servers/attach"')) learn(text);
      // Looked for first: most messages hold none, and are recorded exactly as they are.
      if (!redactor || !signs.some((sign) => text.includes(sign))) return text;
      return JSON.stringify(redactor.redactValue(JSON.parse(text)));
    },
    add,
  };
}

/** As it stands in a text that is JSON itself. */
function inJson(secret: string): string {
  return JSON.stringify(secret).slice(1, -1);
}

/** The longest part of it that JSON leaves as it is, however often it is put into JSON. */
function signOf(secret: string): string {
  const parts = secret.split(/["\\\p{Cc}\p{Cs}]/u);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}

/** Both forms in which clients send them. */
function pairs(value: unknown): Record<string, string> {
  const entries = Array.isArray(value)
    ? value.map((pair: unknown) => {
        const { name, value }: { readonly name?: unknown; readonly value?: unknown } = Object(pair);
        return [name, value];
      })
    : Object.entries(Object(value));
  return Object.fromEntries(entries.filter(([name, text]) => typeof name === "string" && typeof text === "string"));
}
