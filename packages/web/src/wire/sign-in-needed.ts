/**
 * What the gateway adds when an agent wants a sign-in: the agent's own ways, and how to do it outside.
 */

import { defined, objectOf, readArray, stringOf } from "@tenon/basis";

import { WireError } from "./wire-error.ts";

export interface SignInNeeded {
  readonly agent: string;
  readonly title: string;
  readonly methods: readonly SignInMethod[];
  /** To follow "To sign in, ". */
  readonly advice?: string;
}

export interface SignInMethod {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  /** Asked of the agent; or a command for a terminal; or one that this page does not know. */
  readonly type: "agent" | "terminal" | "unknown";
  readonly command?: string;
}

/** Undefined for any other failure. */
export function signInNeededIn(error: unknown): SignInNeeded | undefined {
  if (!(error instanceof WireError)) return undefined;
  const needed = objectOf(objectOf(objectOf(error.details.data)["tenon"])["signIn"]);
  const agent = stringOf(needed["agent"]);
  if (agent === undefined) return undefined;
  return {
    agent,
    title: stringOf(needed["title"]) ?? agent,
    methods: readArray(needed["methods"], readMethod),
    ...defined({ advice: stringOf(needed["advice"]) }),
  };
}

function readMethod(value: unknown): SignInMethod | undefined {
  const { id, title, description, type, command } = objectOf(value);
  if (typeof id !== "string") return undefined;
  return {
    id,
    title: stringOf(title) ?? id,
    type: type === "agent" || type === "terminal" ? type : "unknown",
    ...defined({ description: stringOf(description), command: stringOf(command) }),
  };
}
