/**
 * Switches of agents that keep servers out: folders that are not trusted, servers that were never approved or are
 * excluded. Reads only. Each was read in the agent's package or in what its users have found, in November 2026.
 */

import { realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import { objectOf, readArray, stringOf, valueAt } from "@tenon/basis";
import { parseJson, readTextFile } from "@tenon/hub/config";

import type { Machine } from "../../../clients/locate-files.ts";
import type { GateFacts, ServerFacts } from "../facts.ts";

export async function readGates(machine: Machine, servers: readonly ServerFacts[]): Promise<readonly GateFacts[]> {
  const gates = await Promise.all([
    geminiFolder(machine),
    qwenFolder(machine),
    excluded("gemini", machine),
    excluded("qwen", machine),
    claudeApprovals(machine, servers),
    cursorApprovals(machine, servers),
  ]);
  return gates.flat();
}

/** As gemini-cli 0.61 decides: the variable, the switch, then the longest path that contains the folder. */
async function geminiFolder(machine: Machine): Promise<readonly GateFacts[]> {
  const { environment, home } = machine;
  const trust = environment["GEMINI_CLI_TRUST_WORKSPACE"];
  if (trust === "true") return [];
  const settings = await readJson(join(home, ".gemini", "settings.json"));
  if (trust !== "false" && valueAt(settings, "security", "folderTrust", "enabled") === false) return [];
  const file = join(home, ".gemini", "trustedFolders.json");
  if (trust !== "false" && (await isTrustedIn(file, machine))) return [];
  return [{ code: "gemini_untrusted_folder", agent: "gemini", file }];
}

/** Qwen Code has the same switch, which is off by default there. */
async function qwenFolder(machine: Machine): Promise<readonly GateFacts[]> {
  const settings = await readJson(join(machine.home, ".qwen", "settings.json"));
  if (valueAt(settings, "security", "folderTrust", "enabled") !== true) return [];
  const file = join(machine.home, ".qwen", "trustedFolders.json");
  return (await isTrustedIn(file, machine)) ? [] : [{ code: "qwen_untrusted_folder", agent: "qwen", file }];
}

async function isTrustedIn(file: string, { cwd }: Machine): Promise<boolean> {
  const folder = await realpath(cwd).catch(() => cwd);
  const rules = Object.entries(objectOf(await readJson(file)))
    .filter(([path, level]) => contains(level === "TRUST_PARENT" ? dirname(path) : path, folder))
    .toSorted(([one], [other]) => other.length - one.length);
  const level = rules[0]?.[1];
  return level === "TRUST_FOLDER" || level === "TRUST_PARENT";
}

function contains(parent: string, folder: string): boolean {
  const way = relative(parent, folder);
  return way === "" || (!way.startsWith("..") && way !== folder);
}

async function excluded(agent: "gemini" | "qwen", { home, cwd }: Machine): Promise<readonly GateFacts[]> {
  const folder = `.${agent}`;
  const files = [join(home, folder, "settings.json"), join(cwd, folder, "settings.json")];
  const found = await Promise.all(
    files.map(async (file) => {
      const settings = await readJson(file);
      const servers = [
        ...readArray(valueAt(settings, "mcp", "excluded"), stringOf),
        ...readArray(valueAt(settings, "excludeMCPServers"), stringOf),
      ];
      return servers.length === 0 ? [] : [{ code: "gemini_excluded", agent, file, servers } as const];
    }),
  );
  return found.flat();
}

/** Claude Code asks once about each server of a project's `.mcp.json`, and ACP has no such question. */
async function claudeApprovals({ home, cwd }: Machine, servers: readonly ServerFacts[]): Promise<readonly GateFacts[]> {
  const declared = servers.filter(({ client }) => client === "mcp-json").map(({ name }) => name);
  if (declared.length === 0) return [];
  const file = join(home, ".claude.json");
  const project = valueAt(await readJson(file), "projects", cwd);
  const settings = await Promise.all(
    [
      join(home, ".claude", "settings.json"),
      join(cwd, ".claude", "settings.json"),
      join(cwd, ".claude", "settings.local.json"),
    ].map(readJson),
  );
  const all = [project, ...settings];
  const rejected = new Set(all.flatMap((one) => readArray(valueAt(one, "disabledMcpjsonServers"), stringOf)));
  const approved = new Set(all.flatMap((one) => readArray(valueAt(one, "enabledMcpjsonServers"), stringOf)));
  const isAll = all.some((one) => valueAt(one, "enableAllProjectMcpServers") === true);
  const gate = (code: GateFacts["code"], names: readonly string[]): readonly GateFacts[] =>
    names.length === 0 ? [] : [{ code, agent: "claude", file, servers: names }];
  return [
    ...gate(
      "claude_rejected",
      declared.filter((name) => rejected.has(name)),
    ),
    ...gate(
      "claude_unapproved",
      declared.filter((name) => !isAll && !rejected.has(name) && !approved.has(name)),
    ),
  ];
}

/** Approvals are kept for each folder, as `<name>-<hash>`. */
async function cursorApprovals({ home, cwd }: Machine, servers: readonly ServerFacts[]): Promise<readonly GateFacts[]> {
  const declared = servers
    .filter(({ client, held }) => client === "cursor" && held !== "disabled")
    .map(({ name }) => name);
  if (declared.length === 0) return [];
  const slug = cwd.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const file = join(home, ".cursor", "projects", slug, "mcp-approvals.json");
  const approved = readArray(await readJson(file), stringOf);
  const missing = declared.filter(
    (name) => !approved.some((key) => key === name || key.replace(/-[0-9a-f]{16}$/, "") === name),
  );
  return missing.length === 0 ? [] : [{ code: "cursor_unapproved", agent: "cursor", file, servers: missing }];
}

/** Undefined if it is not there or cannot be read: who reads it as a client's file reports that. */
async function readJson(file: string): Promise<unknown> {
  const found = await readTextFile(file);
  const parsed = found && "text" in found ? parseJson(found.text) : undefined;
  return parsed?.isJson ? parsed.value : undefined;
}
