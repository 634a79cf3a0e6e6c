/**
 * The modes of a session, as rules: what they allow lies beneath the user's rules, what they forbid lies above them, so
 * a mode never loosens what the user has tightened.
 */

import type { SessionMode } from "@agentclientprotocol/sdk";
import { defaultRules, type Layer, type Policy } from "@tenon/policy";

export type ModeId = "ask" | "code" | "architect";

interface Mode extends SessionMode {
  readonly id: ModeId;
  readonly description: string;
  readonly beneath: Layer["rules"];
  readonly above: Layer["rules"];
  /** What the model is told. */
  readonly instruction: string;
}

export const modes: readonly Mode[] = [
  {
    id: "ask",
    name: "Ask",
    description: "Asks before every change",
    beneath: [],
    above: [],
    instruction: "The user is asked before every change.",
  },
  {
    id: "code",
    name: "Code",
    description: "Changes files of the project without asking; asks before everything else",
    beneath: [{ effect: "allow", when: { path: "**", access: "write" }, why: "the session is in code mode" }],
    above: [],
    instruction: "You may change files of the project; the user is asked before anything else.",
  },
  {
    id: "architect",
    name: "Architect",
    description: "Reads and plans; changes nothing",
    beneath: [],
    above: [
      { effect: "deny", when: { subject: "path", access: "write" }, why: "the session is in architect mode" },
      { effect: "deny", when: { subject: "command" }, why: "the session is in architect mode" },
    ],
    instruction:
      "You are in architect mode: read, think and plan, but change nothing and run nothing. When the plan is ready, end by " +
      "proposing that the user switch to code mode to carry it out.",
  },
];

export const DEFAULT_MODE: ModeId = "ask";

export function modeById(id: string): Mode | undefined {
  return modes.find((mode) => mode.id === id);
}

/** The rules of a session in this mode. `layers` are the user's and the project's. */
export function policyIn(modeId: ModeId, layers: Policy): Policy {
  const mode = modeById(modeId);
  const name = `${modeId} mode`;
  return [
    defaultRules,
    ...(mode && mode.beneath.length > 0 ? [{ name, rules: mode.beneath }] : []),
    ...layers,
    ...(mode && mode.above.length > 0 ? [{ name, rules: mode.above }] : []),
  ];
}
