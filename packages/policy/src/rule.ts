/**
 * What a policy is made of: layers of rules. Plain data, so that it can be written in a file and read in a journal.
 */

import type { Effect } from "./effect.ts";
import type { Access, Network, Source, SubjectType } from "./subject.ts";

export type OneOrMore<T> = T | readonly T[];

/** Both forms as a list. */
export function alternatives<T>(given: OneOrMore<T> | undefined): readonly T[] | undefined {
  return given === undefined ? undefined : isList(given) ? given : [given];
}

/** A value an argument may have; a text is a glob. */
export type ArgumentPattern = string | number | boolean | null;

/** Every property must match; of several alternatives, one. In names `*` stands for any text. */
export interface Condition {
  /** The kind of thing asked about. Without it, every kind that has all the properties named here. */
  readonly subject?: SubjectType | undefined;
  readonly server?: OneOrMore<string> | undefined;
  /** The tool's own name, or the name the model sees: `create_issue`, `mcp__github__*`, `mcp__github`. */
  readonly tool?: OneOrMore<string> | undefined;
  readonly arguments?: Readonly<Record<string, OneOrMore<ArgumentPattern>>> | undefined;
  /** `src/**` is seen from the roots; `/etc/**` and `C:/Windows/**` are absolute. */
  readonly path?: OneOrMore<string> | undefined;
  readonly access?: OneOrMore<Access> | undefined;
  /** `[scheme://]host[:port]`; the host may begin with `*.`, or be `*`. */
  readonly url?: OneOrMore<string> | undefined;
  readonly network?: OneOrMore<Network> | undefined;
  /** The whole line: `npm run *`. A space and a star at the end mean any arguments, or none. */
  readonly command?: OneOrMore<string> | undefined;
  readonly variable?: OneOrMore<string> | undefined;
  readonly source?: OneOrMore<Source> | undefined;
}

export interface Rule {
  readonly effect: Effect;
  readonly when: Condition;
  /** Shown with the decision: a sentence, without its full stop. */
  readonly why?: string | undefined;
  /** Ours: no remembered approval answers it, and it also holds for the paths that a command names. */
  readonly isFloor?: boolean | undefined;
}

export interface Layer {
  /** Whose rules these are: "default", "user", "project". */
  readonly name: string;
  readonly rules: readonly Rule[];
  /** The rules of an untrusted layer can make a decision stricter, never looser. */
  readonly onlyStricter?: boolean | undefined;
}

/** From the most general (ours) to the most particular (this session's). */
export type Policy = readonly Layer[];

// Array.isArray does not see that a readonly list is one.
function isList<T>(given: OneOrMore<T>): given is readonly T[] {
  return Array.isArray(given);
}
