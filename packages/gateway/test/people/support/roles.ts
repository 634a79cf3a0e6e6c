/**
 * The roles that everything which is served is asked in.
 */

export type Outcome = "allowed" | "refused" | "hidden";

export const ROLES = [
  "outsider",
  "guest",
  "viewer",
  "approver",
  "prompter",
  "collaborator",
  "owner",
  "administrator",
] as const;
export type Role = (typeof ROLES)[number];

/** Who may do what, written down again, and not computed. In the order of the roles above. */
export const EXPECTED: Readonly<Record<string, string>> = {
  public: "allowed allowed allowed allowed allowed allowed allowed allowed",
  enter: "allowed allowed allowed allowed allowed allowed allowed allowed",
  begin: "allowed refused allowed allowed allowed allowed allowed allowed",
  look: "hidden hidden allowed allowed allowed allowed allowed allowed",
  prompt: "hidden hidden refused refused allowed allowed allowed allowed",
  answer: "hidden hidden refused allowed refused allowed allowed allowed",
  configure: "hidden hidden refused refused refused allowed allowed allowed",
  own: "hidden hidden refused refused refused refused allowed allowed",
  administer: "hidden hidden hidden hidden hidden hidden hidden allowed",
};

export function expected(rule: string, role: Role): Outcome {
  return (EXPECTED[rule]?.split(" ")[ROLES.indexOf(role)] ?? "unknown") as Outcome;
}
