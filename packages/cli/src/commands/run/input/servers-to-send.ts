/**
 * The MCP servers of `--server` and `--mcp-config`, as an agent is given them.
 */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { McpServer } from "@agentclientprotocol/sdk";
import type { ServerSpec } from "@tenon/hub";

import { t } from "../../../messages/t.ts";
import { UsageError } from "../../../process/usage-error.ts";
import { acpServer } from "../../../arguments/acp-server.ts";
import { readGivenFile } from "../../../arguments/read-given-file.ts";
import { serverFromFlag } from "../../../arguments/server-from-flag.ts";

export interface SessionServers {
  readonly servers: readonly McpServer[];
  /** Without these the run has failed. */
  readonly required: readonly string[];
  /** What ACP cannot pass on to the agent. */
  readonly warnings: readonly string[];
  /** What their variables and headers hold. */
  readonly secrets: readonly { readonly env?: Record<string, string>; readonly headers?: Record<string, string> }[];
}

export async function sessionServers(given: {
  readonly server?: readonly string[] | undefined;
  readonly optionalServer?: readonly string[] | undefined;
  readonly mcpConfig?: string | undefined;
  readonly cwd: string;
}): Promise<SessionServers> {
  const fromFile =
    given.mcpConfig === undefined ? { specs: [], warnings: [] } : await loadFile(given.mcpConfig, given.cwd);
  const required = (given.server ?? []).map(serverFromFlag);
  const specs = [...required, ...(given.optionalServer ?? []).map(serverFromFlag), ...fromFile.specs];
  const named = specs.filter(({ name }, index) => specs.findIndex((other) => other.name === name) === index);
  return {
    servers: named.flatMap((spec) => acpServer(spec) ?? []),
    required: required.map(({ name }) => name),
    warnings: [...fromFile.warnings, ...named.flatMap(lostSettings)],
    secrets: named.map((spec) => ({
      ...("env" in spec && { env: { ...spec.env } }),
      ...("headers" in spec && { headers: { ...spec.headers } }),
    })),
  };
}

async function loadFile(
  file: string,
  cwd: string,
): Promise<{ specs: readonly ServerSpec[]; warnings: readonly string[] }> {
  // The hub reads a file of this name from a user's folder; ours may have any name.
  const folder = await mkdtemp(join(tmpdir(), "tenon-run-"));
  try {
    await writeFile(join(folder, "tenon.json"), await readGivenFile("--mcp-config", file));
    const { loadConfiguration, formatProblem } = await import("@tenon/hub/config");
    const { servers, problems } = await loadConfiguration({
      cwd,
      userFolder: folder,
      environment: process.env,
      // Only what was named on the command line counts; the agent reads the project's files by itself.
      isTrusted: () => Promise.resolve(false),
    });
    const ours = problems.filter((problem) => problem.file === join(folder, "tenon.json"));
    const messages = ours.map((problem) => formatProblem({ ...problem, file }));
    if (ours.some(({ level }) => level === "error")) throw new UsageError(messages.join("\n"));
    const mine = servers.filter(({ source }) => source === "user");
    const held = mine.filter((spec) => spec.type === "held");
    const failed = held.flatMap(({ name, state, reason }) => (state === "failed" ? [`${name}: ${reason}`] : []));
    if (failed.length > 0) throw new UsageError(`--mcp-config ${file}: ${failed.join("; ")}`);
    return { specs: mine.filter(({ type }) => type !== "held"), warnings: messages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function lostSettings(spec: ServerSpec): string[] {
  const lost = [
    ...(spec.options && Object.keys(spec.options).length > 0 ? [t("limits and include modes")] : []),
    ...("cwd" in spec && spec.cwd !== undefined ? [t("the folder to start it in")] : []),
    ...("signIn" in spec && spec.signIn ? [t("its sign-in")] : []),
  ];
  if (lost.length === 0) return [];
  return [t("{server}: ACP cannot pass {what} to the agent", { server: spec.name, what: lost.join(t(" or ")) })];
}
