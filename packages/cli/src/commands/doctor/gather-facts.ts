/**
 * Everything that doctor looks at, side by side. What fails or takes too long is a fact itself, and never ends the run.
 */

import { delimiter, join } from "node:path";

import { errorMessage, within } from "@tenon/basis";
import { listAgents } from "@tenon/client";
import { createLoginPath } from "@tenon/hub";
import { rulesOf } from "@tenon/hub/config";
import { defaultRules } from "@tenon/policy";

import { t } from "../../messages/t.ts";
import manifest from "../../../package.json" with { type: "json" };
import type { UserStores } from "../../user/user-stores.ts";
import type { Machine } from "../../clients/locate-files.ts";
import type { AgentFacts, Facts, ProbeFacts, ServerFacts } from "./facts.ts";
import { findPrograms } from "./gather/find-programs.ts";
import { readClients } from "./gather/read-clients.ts";
import { readEditors } from "./gather/read-editors.ts";
import { readGates } from "./gather/read-gates.ts";
import { readOwn } from "./gather/read-own.ts";
import { startable, type StartOptions, startServers } from "./gather/start-servers.ts";

export interface GatherOptions extends Machine {
  readonly stores: Pick<UserStores, "folder" | "trust" | "tokens">;
  /** Undefined starts nothing. */
  readonly start: { readonly startMs: number } | undefined;
  /** Agents to start, by the names of their presets, and how `tenon` is started. */
  readonly probe?: {
    readonly agents: readonly string[];
    readonly tenon: readonly [string, ...string[]];
    readonly isLive: boolean;
  };
  readonly isProjectTrusted: boolean;
  readonly signal: AbortSignal;
  /** How long each part may take to be read. */
  readonly readMs?: number;
  /** Gets the names of what is about to be started. */
  readonly onStart: (names: readonly string[]) => void;
}

const CLIENT = { name: "tenon", version: manifest.version };

// A home folder on a network that is away must not keep the others waiting.
const READ_MS = 10_000;

export async function gatherFacts(options: GatherOptions): Promise<Facts> {
  const { cwd, home, stores } = options;
  const { attempt, failures } = createAttempts(options);
  const isTrusted = (folder: string, content: string) => stores.trust.isTrusted(folder, content);
  const [agents = [], editors, clients = [], own] = await Promise.all([
    attempt(t("the agents"), findAgents(options)),
    attempt(t("the editors' agents"), readEditors(options)),
    attempt(t("the clients' configurations"), readClients(options)),
    attempt("tenon.json", readOwn({ ...options, userFolder: stores.folder, isTrusted })),
  ]);
  const read = [...(own?.clients ?? []), ...clients];
  const declared = read.flatMap(({ servers }) => servers);
  const loginPath = createLoginPath();
  const found =
    (await attempt(t("the servers' programs"), findPrograms(declared, { ...options, loginPath }))) ?? declared;
  const gates = (await attempt(t("the agents' switches"), readGates(options, declared))) ?? [];
  const rules = own ? rulesOf(own.configuration, { userFolder: stores.folder }) : [];
  const starting = started(found, options, { policy: [defaultRules, ...rules], loginPath });
  const servers = (await attempt(t("the servers"), starting, Infinity)) ?? found;
  const probes = (await attempt(t("the agents' behaviour"), probed(agents, servers, options), Infinity)) ?? [];
  return {
    cwd,
    home,
    agents: agents.map((agent) => (isAskedFor(agent, options) ? { ...agent, isAskedFor: true as const } : agent)),
    editorAgents: editors?.agents ?? [],
    files: read.map(({ file }) => file),
    servers,
    probes,
    gates: [...gates, ...(editors?.gates ?? [])],
    failures,
  };
}

async function started(
  servers: readonly ServerFacts[],
  { start, onStart, cwd, environment, stores, signal }: GatherOptions,
  by: Pick<StartOptions, "policy" | "loginPath">,
): Promise<readonly ServerFacts[]> {
  const names = startable(servers).map(({ name }) => name);
  if (!start || names.length === 0) return servers;
  onStart(names);
  const { tokens } = stores;
  return await startServers(servers, { ...start, ...by, cwd, environment, tokens, clientInfo: CLIENT, signal });
}

async function probed(
  agents: readonly AgentFacts[],
  servers: readonly ServerFacts[],
  options: GatherOptions,
): Promise<readonly ProbeFacts[]> {
  const { probe, cwd, environment, signal } = options;
  const chosen = agents.filter((agent) => isAskedFor(agent, options) && agent.file !== undefined);
  if (!probe || chosen.length === 0) return [];
  const { probeAgents } = await import("./probe/probe-agents.ts");
  options.onStart(chosen.map(({ preset }) => t("{agent} on a stand-in model", { agent: preset.name })));
  return await probeAgents({ ...probe, agents: chosen, servers, cwd, environment, clientInfo: CLIENT, signal });
}

function isAskedFor({ preset }: AgentFacts, { probe }: GatherOptions): boolean {
  return probe?.agents.includes(preset.name) ?? false;
}

/** Tries one part after another, and keeps why one could not be found out. */
function createAttempts({ signal, readMs = READ_MS }: Pick<GatherOptions, "signal" | "readMs">) {
  const failures: { readonly what: string; readonly why: string }[] = [];
  return { attempt, failures };

  async function attempt<T>(what: string, work: Promise<T>, milliseconds = readMs): Promise<T | undefined> {
    try {
      // The work may be undefined too, and then it is not late.
      const done = work.then((result) => ({ result }));
      const ended = milliseconds === Infinity ? await done : await within(milliseconds, done);
      if (ended) return ended.result;
      failures.push({ what, why: t("timed out after {seconds} s", { seconds: milliseconds / 1000 }) });
    } catch (error) {
      signal.throwIfAborted();
      failures.push({ what, why: errorMessage(error) });
    }
    return undefined;
  }
}

/** Which agents are here; those of the project's own packages count too. Nothing is started. */
async function findAgents({ environment, cwd }: Machine): Promise<readonly AgentFacts[]> {
  const path = [environment["PATH"] ?? "", join(cwd, "node_modules", ".bin")].join(delimiter);
  return await listAgents({ env: { ...environment, PATH: path }, cwd });
}
