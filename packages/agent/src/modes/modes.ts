/**
 * The modes of a session, as rules: what they allow lies beneath the user's rules, what they forbid lies above them, so
 * a mode never loosens what the user has tightened.
 */

import { type Layer, type Policy, type SessionLayers, sessionPolicy, type Subject } from "@tenon/policy";

export interface Mode {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Rules that give way to the user's and the project's. */
  readonly beneath?: Layer["rules"];
  /** Rules that can only be stricter than the user's and the project's. */
  readonly above?: Layer["rules"];
  /** Whether a server's tool that was allowed for good, in whichever mode, runs without a question; defaults to true. */
  readonly heedsApprovals?: boolean;
  /** Added to the system prompt. */
  readonly instruction?: string;
}

/**
 * Outside the session's folders the user is asked, where the default rules deny. The second rule is the default one again:
 * it would otherwise give way to the first, which is of a later layer and stricter.
 */
const OUTSIDE_ASKS: Layer["rules"] = [
  { effect: "ask", when: { subject: "path" }, why: "it is outside the session's folders" },
  { effect: "allow", when: { path: "**", access: "read" }, why: "it is in a folder of this session" },
];

export const DEFAULT_MODE: Mode = {
  id: "ask",
  name: "Ask",
  description: "Asks before every change",
  beneath: OUTSIDE_ASKS,
  instruction: "The user is asked before every change.",
};

export const modes: readonly Mode[] = [
  DEFAULT_MODE,
  {
    id: "code",
    name: "Code",
    description: "Changes files of the project without asking; asks before everything else",
    beneath: [
      ...OUTSIDE_ASKS,
      { effect: "allow", when: { path: "**", access: "write" }, why: "the session is in code mode" },
    ],
    instruction: "You may change files of the project; the user is asked before anything else.",
  },
  {
    id: "architect",
    name: "Architect",
    description: "Reads and plans; changes nothing",
    beneath: OUTSIDE_ASKS,
    above: [
      { effect: "deny", when: { subject: "path", access: "write" }, why: "the session is in architect mode" },
      { effect: "deny", when: { subject: "command" }, why: "the session is in architect mode" },
    ],
    // What a server's tool changes is unknown, and an approval was not meant for planning.
    heedsApprovals: false,
    instruction:
      "You are in architect mode: read, think and plan, but change nothing and run nothing. When the plan is ready, end by " +
      "calling switch_mode with it: the user then chooses whether it is carried out, and in which mode.",
  },
];

/** Ours and the host program's. Throws a `TypeError` for two of one id. */
export function modesWith(added: readonly Mode[] = []): readonly Mode[] {
  const all = [...modes, ...added];
  const twice = all.find(({ id }, index) => all.findIndex((mode) => mode.id === id) !== index);
  if (twice) throw new TypeError(`Two modes have the id "${twice.id}"`);
  return all;
}

/** Whether what was allowed before counts for this in this mode. */
export function heedsApproval({ heedsApprovals = true }: Mode, subject: Subject): boolean {
  return subject.type !== "tool-call" || heedsApprovals;
}

/** The rules of a session in this mode. */
export function policyIn(mode: Mode, { floor, layers }: Pick<SessionLayers, "floor" | "layers">): Policy {
  const asLayer = (rules: Layer["rules"] = []) => (rules.length > 0 ? [{ name: `${mode.id} mode`, rules }] : []);
  return sessionPolicy({ floor, beneath: asLayer(mode.beneath), layers, above: asLayer(mode.above) });
}
