/**
 * From a path that an agent names to the real path it may use, or the answer why not.
 */

import { isAbsolute } from "node:path";

import { type Access, pathSubject } from "@tenon/policy";
import { workspaceError } from "@tenon/workspace";

import type { SessionContext } from "../services.ts";
import { refusal } from "./file-error.ts";
import { type ConsentOptions, requireConsent } from "./require-consent.ts";

export async function allowedPath(
  { path, access, session }: { readonly path: string; readonly access: Access; readonly session: SessionContext },
  options: ConsentOptions,
): Promise<string> {
  if (!isAbsolute(path)) throw refusal(path, "the path must be absolute."); // [R95]
  const found = await pathSubject({ access, path, roots: session.roots }).catch((cause: unknown) => {
    throw workspaceError(cause, { act: access, path });
  });
  if ("problem" in found) throw refusal(path, found.problem);
  await requireConsent({ subject: found.subject, session }, options);
  return found.subject.path;
}
