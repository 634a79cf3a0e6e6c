/**
 * Keeps the secrets of servers out of what is recorded: the values of variables and headers that a client hands over,
 * and wherever else on the wire they turn up later.
 */

import { createRedactor, type Redactor, secretsOf } from "@tenon/policy";

export function createSecretHiding(): (text: string) => string {
  const secrets = new Set<string>();
  let redactor: Redactor | undefined;

  /** Learns the secrets of a request that opens a session. */
  function learn(text: string): void {
    const { params }: { readonly params?: { readonly mcpServers?: unknown } } = JSON.parse(text);
    const servers: readonly unknown[] = Array.isArray(params?.mcpServers) ? params.mcpServers : [];
    const found = servers.flatMap((server) => {
      const { env, headers }: { readonly env?: unknown; readonly headers?: unknown } = Object(server);
      return [...secretsOf({ env: pairs(env), headers: pairs(headers) })];
    });
    if (found.length === 0) return;
    for (const secret of found) secrets.add(secret);
    redactor = createRedactor({ secrets });
  }

  return (text) => {
    if (text.includes('"mcpServers"')) learn(text);
    // Looked for first: most messages hold none, and are recorded exactly as they are.
    if (!redactor || ![...secrets].some((secret) => text.includes(secret))) return text;
    return JSON.stringify(redactor.redactValue(JSON.parse(text)));
  };
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
