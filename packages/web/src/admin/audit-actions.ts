/**
 * What the audit records, in words.
 */

import { phrase } from "../language/t.ts";

const WORDS: Readonly<Record<string, string>> = {
  "sign-in": phrase("signed in"),
  "sign-out": phrase("signed out"),
  "session-begin": phrase("began a session"),
  "session-fork": phrase("forked a session"),
  "session-rename": phrase("renamed a session"),
  "session-export": phrase("exported a session"),
  "session-close": phrase("closed a session"),
  "session-delete": phrase("deleted a session"),
  prompt: phrase("prompted"),
  "prompt-take-back": phrase("withdrew a prompt"),
  cancel: phrase("stopped a turn"),
  answer: phrase("answered"),
  configure: phrase("changed settings"),
  "tool-call": phrase("called a tool by hand"),
  "server-attach": phrase("attached a server"),
  "server-detach": phrase("detached a server"),
  "server-restart": phrase("restarted a server"),
  "server-sign-in": phrase("signed in to a server"),
  "server-trust": phrase("trusted a project's servers"),
  share: phrase("made a link"),
  "share-end": phrase("revoked a link"),
  join: phrase("joined by a link"),
  "role-set": phrase("set a role in a session"),
  "role-remove": phrase("removed from a session"),
  "people-import": phrase("copied people into the store"),
  "person-change": phrase("changed a person"),
  "person-remove": phrase("removed a person"),
  "role-change": phrase("changed what a role may use"),
  "token-create": phrase("created a token"),
  "token-revoke": phrase("revoked a token"),
  "audit-export": phrase("exported the audit"),
};

export const ACTIONS: readonly string[] = Object.keys(WORDS);

/** A newer gateway may record what this page does not know. */
export function actionWords(action: string): string {
  return WORDS[action] ?? action;
}
