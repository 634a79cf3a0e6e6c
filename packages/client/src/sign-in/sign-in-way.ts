/**
 * The ways to sign in that an agent offers, each as what the client has to do for it.
 */

import type { AuthMethod } from "@agentclientprotocol/sdk";

export type SignInWay = {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
} & (
  | { readonly type: "agent" }
  /** Its program is to be run in the user's terminal, with more arguments and variables. */
  | { readonly type: "terminal"; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
  /** A kind that we do not know, and must not try as if we did. */
  | { readonly type: "unknown" }
);

export function signInWays(methods: readonly AuthMethod[]): readonly SignInWay[] {
  return methods.map((method) => {
    const { id, name, description } = method;
    const frame = { id, title: name || id, ...(description && { description }) };
    const type = typeOf(method);
    if (type === "terminal") return { ...frame, type, args: argsOf(method), env: envOf(method) };
    return { ...frame, type };
  });
}

/** Without a type it is the agent's own affair. */
function typeOf(method: AuthMethod): SignInWay["type"] {
  const type: unknown = "type" in method ? method.type : undefined;
  if (type === undefined || type === null || type === "agent") return "agent";
  return type === "terminal" ? type : "unknown";
}

function argsOf(method: AuthMethod): readonly string[] {
  return "args" in method && Array.isArray(method.args) ? method.args : [];
}

function envOf(method: AuthMethod): Readonly<Record<string, string>> {
  return "env" in method && method.env ? method.env : {};
}
