/**
 * Where the programs of servers are: on our PATH, only on that of the login shell, or nowhere. Nothing is run but the
 * login shell, and that only if a program is missing.
 */

import { dirname, isAbsolute } from "node:path";

import { findProgram } from "@tenon/client";
import type { LoginPath, StdioServerSpec } from "@tenon/hub";

import type { Machine } from "../../../clients/locate-files.ts";
import type { ProgramFacts, ServerFacts } from "../facts.ts";

export async function findPrograms(
  servers: readonly ServerFacts[],
  options: Machine & { readonly loginPath: LoginPath },
): Promise<readonly ServerFacts[]> {
  return await Promise.all(
    servers.map(async (server) =>
      server.spec.type === "stdio" ? { ...server, program: await programOf(server.spec, options) } : server,
    ),
  );
}

async function programOf(
  { command, env, cwd }: StdioServerSpec,
  options: Machine & { readonly loginPath: LoginPath },
): Promise<ProgramFacts> {
  const folder = cwd ?? options.cwd;
  const own = { ...options.environment, ...env };
  const file = await findProgram(command, { env: own, cwd: folder });
  if (file !== undefined) return { command, file };
  if (isAbsolute(command) || dirname(command) !== "." || env["PATH"] !== undefined) return { command };
  const path = await options.loginPath.find(options.environment);
  const there =
    path === undefined ? undefined : await findProgram(command, { env: { ...own, PATH: path }, cwd: folder });
  return there === undefined ? { command } : { command, file: there, isOnlyInLoginShell: true };
}
