/**
 * Roles in words.
 */

import { phrase } from "../language/t.ts";
import type { SessionRole } from "../wire/session-view.ts";

export const ROLE_NAMES: Readonly<Record<SessionRole, string>> = {
  owner: phrase("Owner"),
  collaborator: phrase("Collaborator"),
  prompter: phrase("Prompter"),
  approver: phrase("Approver"),
  viewer: phrase("Viewer"),
};

/** What each may do. */
export const ROLE_RIGHTS: Readonly<Record<SessionRole, string>> = {
  owner: phrase("Can do everything, also share and delete."),
  collaborator: phrase("Can prompt, answer permissions and change settings."),
  prompter: phrase("Can prompt, but not answer permissions."),
  approver: phrase("Can answer permissions, but not prompt."),
  viewer: phrase("Can only view."),
};
