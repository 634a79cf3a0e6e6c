/**
 * Whether an agent's request for a file or a terminal of another machine may be passed on to it. Nothing is looked up on
 * this one: links there are followed by that machine, which decides for itself as well.
 */

import { posix, win32 } from "node:path";

import { isInside } from "@tenon/policy";

import type { SessionContext } from "../services.ts";
import { refusal } from "./file-error.ts";
import type { ServiceRequest } from "./permit-request.ts";
import { type ConsentOptions, requireConsent } from "./require-consent.ts";

/** Rejects with the answer for the agent. */
export async function permitAtClient(
  request: ServiceRequest,
  session: SessionContext,
  options: ConsentOptions,
): Promise<void> {
  const folder = request.type === "run" ? (request.cwd ?? session.cwd) : request.path;
  const access = request.type === "write" ? "write" : "read";
  const flavour = posix.isAbsolute(session.cwd) ? posix : win32;
  const path = flavour.normalize(folder);
  const isInRoots = session.roots.some((root) => isInside(path, root, flavour));
  if (!flavour.isAbsolute(folder) || !isInRoots)
    throw refusal(folder, "it is not in the session's folders, which are on the client's machine.");
  const { roots } = session;
  await requireConsent({ subject: { type: "path", access, path, asked: folder, roots }, session }, options);
  if (request.type !== "run") return;
  const { command, args = [] } = request;
  await requireConsent({ subject: { type: "command", command, args: [...args] }, session }, options);
}
