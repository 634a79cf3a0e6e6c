/**
 * What a client needs when an agent says "authentication required": the message alone is a dead end [Z-01]. Added to the
 * `data` of the error, under `tenon.signIn`.
 */

import type { AnyResponse, AuthMethod } from "@agentclientprotocol/sdk";
import { defined, type JsonObject, objectOf } from "@tenon/basis";
import { type AgentProgram, type SignInWay, signInWays } from "@tenon/client";

export interface SignInNeeded {
  readonly agent: string;
  readonly title: string;
  /** The agent's own methods. `agent`: to be asked of it with `authenticate`; `terminal`: a command to run. */
  readonly methods: readonly SignInMethod[];
  /** How to sign in outside, to follow "To sign in, ". */
  readonly advice?: string;
}

export interface SignInMethod extends Pick<SignInWay, "id" | "title" | "description" | "type"> {
  /** What to type in a terminal of the gateway's machine. */
  readonly command?: string;
}

export interface SignInFacts {
  readonly agent: string;
  readonly title: string;
  readonly methods: readonly AuthMethod[];
  readonly advice: string | undefined;
  readonly program: AgentProgram | undefined;
}

const AUTH_REQUIRED = -32_000;

export function isSignInNeeded(response: AnyResponse): boolean {
  return "error" in response && response.error.code === AUTH_REQUIRED;
}

export function withSignIn(response: AnyResponse, facts: SignInFacts): AnyResponse {
  if (!("error" in response)) return response;
  const { data } = response.error;
  const given: JsonObject = typeof data === "object" ? objectOf(data) : defined({ details: data });
  const tenon = { ...objectOf(given["tenon"]), signIn: signInNeeded(facts) };
  return { ...response, error: { ...response.error, data: { ...given, tenon } } };
}

function signInNeeded({ agent, title, methods, advice, program }: SignInFacts): SignInNeeded {
  const ways = signInWays(methods).map((way): SignInMethod => {
    const { id, title: name, description, type } = way;
    const command = way.type === "terminal" && program ? commandLine(program, way) : undefined;
    return { id, title: name, type, ...defined({ description, command }) };
  });
  return { agent, title, methods: ways, ...defined({ advice }) };
}

/** The agent's program once more, with the arguments and variables of the method. */
function commandLine({ command, args = [] }: AgentProgram, way: Extract<SignInWay, { readonly type: "terminal" }>) {
  const variables = Object.entries(way.env).map(([name, value]) => `${name}=${quoted(value)}`);
  return [...variables, ...[command, ...args, ...way.args].map(quoted)].join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
