/**
 * Whether an agent's request for a file or a terminal may be carried out, by us or by an editor that the request is
 * passed on to.
 */

import { homedir } from "node:os";

import { type CommandSubject, commandSubject } from "@tenon/policy";
import { type CommandLine, commandToRun } from "@tenon/workspace";

import type { SessionContext } from "../services.ts";
import { allowedPath } from "./allowed-path.ts";
import { type ConsentOptions, requireConsent } from "./require-consent.ts";

export type ServiceRequest =
  | { readonly type: "read" | "write"; readonly path: string }
  | ({ readonly type: "run"; readonly cwd?: string | null | undefined } & CommandLine);

/** Rejects with the answer for the agent. */
export async function permitRequest(
  request: ServiceRequest,
  session: SessionContext,
  options: ConsentOptions,
): Promise<void> {
  if (request.type === "run") await allowedCommand(request, session, options);
  else await allowedPath({ path: request.path, access: request.type, session }, options);
}

/** The command as it is to run. */
export async function allowedCommand(
  { command, args, cwd }: CommandLine & { readonly cwd?: string | null | undefined },
  session: SessionContext,
  options: ConsentOptions,
): Promise<CommandSubject> {
  const folder = cwd ?? session.cwd;
  await allowedPath({ path: folder, access: "read", session }, options);
  const run = await commandToRun({ command, args }, folder);
  const subject = await commandSubject(run, { cwd: folder, home: homedir() });
  await requireConsent({ subject, session }, options);
  return subject;
}
