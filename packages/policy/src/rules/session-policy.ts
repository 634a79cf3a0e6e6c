/**
 * The rules of a session, from the most general to the most particular. Every gate decides by this one policy: which
 * servers start, which files are read and written, which commands run, how an agent's questions are answered.
 */

import { defaultRules } from "./default-rules.ts";
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
