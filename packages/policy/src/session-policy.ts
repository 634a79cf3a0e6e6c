/**
 * The rules of a session, from the most general to the most particular. Every gate decides by this one policy: which
 * servers start, which files are read and written, which commands run, how an agent's questions are answered.
 */

import type { GrantStore } from "./grants/grant-store.ts";
import { defaultRules } from "./rules/default-rules.ts";
import type { Layer, Policy } from "./rule.ts";

export interface SessionLayers {
  /** From `findFloor`. */
  readonly floor: Layer;
  /** What the mode, or the kind of gate, allows: the user's rules are above it. */
  readonly beneath?: Policy | undefined;
  /** The user's rules, then the project's. */
  readonly layers: Policy;
  /** What the mode forbids, whatever the user allows. */
  readonly above?: Policy | undefined;
}

export function sessionPolicy({ floor, beneath = [], layers, above = [] }: SessionLayers): Policy {
  return [defaultRules, floor, ...beneath, ...layers, ...above];
}

/** The user's rules for one session, whichever agent runs it. */
export interface SessionRules extends Pick<SessionLayers, "floor" | "layers"> {
  /** Names of secrets that commands inherit, as patterns. */
  readonly passedVariables: readonly string[];
  /** Answers that hold until revoked. */
  readonly grants?: GrantStore | undefined;
}

/**
 * What another agent does through us: files and terminals. It asks for permission by itself, so within the session's
 * folders only what a rule or the floor forbids or asks about is held.
 */
export function servicePolicy(rules: Pick<SessionLayers, "floor" | "layers">): Policy {
  return sessionPolicy({ ...rules, beneath: [AGENT_ASKS] });
}

const AGENT_ASKS: Layer = {
  name: "session",
  rules: [
    { effect: "allow", when: { path: "**", access: "write" }, why: "the agent asks on its own" },
    { effect: "allow", when: { subject: "command" }, why: "the agent asks on its own" },
  ],
};

/** For files and commands about which another gate has decided. */
export const decidedPolicy: Policy = [
  {
    name: "session",
    rules: [
      { effect: "allow", when: { subject: "path" }, why: "it has been decided" },
      { effect: "allow", when: { subject: "command" }, why: "it has been decided" },
    ],
  },
];

/** For programs that keep no configuration. */
export const NO_RULES: SessionRules = { floor: { name: "floor", rules: [] }, layers: [], passedVariables: [] };
