/**
 * The one decision about people: who may do what. Every route, ACP method and feed names an action, and asks here.
 */

import type { OrganisationRole, SessionRole } from "./person.ts";

/** `enter` and `begin` concern no session, `administer` all of them. */
export type Action = "enter" | "begin" | "administer" | SessionAction;

/** `configure`: modes, models, tools. `own`: servers, sharing, renaming, deleting. */
export type SessionAction = "look" | "prompt" | "answer" | "configure" | "own";

/** `hidden`: as if it did not exist. */
export type Decision =
  | { readonly outcome: "allowed" }
  | { readonly outcome: "hidden" }
  | { readonly outcome: "refused"; readonly why: string };

export interface Asked {
  readonly role: OrganisationRole;
  /** What the person is in the session that the action concerns. */
  readonly sessionRole?: SessionRole | undefined;
  readonly action: Action;
}

export function decide({ role, sessionRole, action }: Asked): Decision {
  if (role === "administrator" || action === "enter") return ALLOWED;
  if (action === "administer") return HIDDEN;
  if (action === "begin") return role === "member" ? ALLOWED : refused("begin sessions");
  if (sessionRole === undefined) return HIDDEN;
  return RIGHTS[sessionRole].has(action) ? ALLOWED : refused(`${WORDS[action]} this session`);
}

const ALLOWED = { outcome: "allowed" } as const;
const HIDDEN = { outcome: "hidden" } as const;

function refused(what: string): Decision {
  return { outcome: "refused", why: `You may not ${what}` };
}

// To choose the mode is to answer permissions in advance, so it takes the right to both.
const RIGHTS: Readonly<Record<SessionRole, ReadonlySet<SessionAction>>> = {
  owner: new Set(["look", "prompt", "answer", "configure", "own"]),
  collaborator: new Set(["look", "prompt", "answer", "configure"]),
  prompter: new Set(["look", "prompt"]),
  approver: new Set(["look", "answer"]),
  viewer: new Set(["look"]),
};

const WORDS: Readonly<Record<SessionAction, string>> = {
  look: "look at",
  prompt: "prompt",
  answer: "answer permissions of",
  configure: "change the settings of",
  own: "share, rename, delete or attach servers to",
};
