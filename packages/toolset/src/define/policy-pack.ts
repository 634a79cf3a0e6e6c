/**
 * Rules that a toolset suggests to the host's user: which of its calls should be asked about, and why. They only tighten: no
 * rule can allow anything. Tenon shows them when the server is added, and the user accepts or leaves them.
 */

export interface PackRule {
  readonly effect: "ask" | "deny";
  /** A tool of this toolset, or several; `*` stands for any characters. */
  readonly tool: string | readonly string[];
  /** Values that arguments must have for the rule to apply; a string is a glob. */
  readonly arguments?: Readonly<Record<string, ArgumentPattern | readonly ArgumentPattern[]>>;
  /** Shown with each decision: a sentence, without its full stop. */
  readonly why: string;
}

type ArgumentPattern = string | number | boolean | null;

/** Where a host reads the pack: JSON, `{ "rules": […] }`. */
export const POLICY_URI = "tenon://policy";
