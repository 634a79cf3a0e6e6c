/**
 * Everything that doctor looks at, side by side. What fails or takes too long is a fact itself, and never ends the run.
 */

import { errorMessage, within } from "@tenon/basis";
import { createLoginPath } from "@tenon/hub";
import { rulesOf } from "@tenon/hub/config";
import { defaultRules, type Policy } from "@tenon/policy";

import manifest from "../../../package.json" with { type: "json" };
import type { UserStores } from "../../user/user-stores.ts";
import type { Machine } from "../../clients/locate-files.ts";
import type { AgentFacts, Facts, ProbeFacts, ServerFacts } from "./facts.ts";
import { findAgents } from "./gather/find-agents.ts";
import { findPrograms } from "./gather/find-programs.ts";
import { readClients } from "./gather/read-clients.ts";
import { readEditors } from "./gather/read-editors.ts";
import { readGates } from "./gather/read-gates.ts";
import { readOwn } from "./gather/read-own.ts";
import { startable, startServers } from "./gather/start-servers.ts";

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
  const failures: { readonly what: string; readonly why: string }[] = [];
  const [agents, editors, clients, own] = await Promise.all([
    attempt("the agents", findAgents(options)),
    attempt("the editors' agents", readEditors(options)),
    attempt("the clients' configurations", readClients(options)),
    attempt(
      "tenon.json",
      readOwn({
        ...options,
        userFolder: stores.folder,
        isTrusted: (folder, content) => stores.trust.isTrusted(folder, content),
      }),
    ),
  ]);
  const read = [...(own?.clients ?? []), ...(clients ?? [])];
  const declared = read.flatMap(({ servers }) => servers);
  const loginPath = createLoginPath();
  const found = (await attempt("the servers' programs", findPrograms(declared, { ...options, loginPath }))) ?? declared;
  const gates = await attempt("the agents' switches", readGates(options, declared));
  const policy: Policy = own
    ? [defaultRules, ...rulesOf(own.configuration, { userFolder: stores.folder })]
    : [defaultRules];
  const servers = await started(found, policy);
  const probes = await probed(agents ?? [], servers);
  return {
    cwd,
    home,
    agents: (agents ?? []).map((agent) => (isAskedFor(agent) ? { ...agent, isAskedFor: true as const } : agent)),
    editorAgents: editors?.agents ?? [],
    files: read.map(({ file }) => file),
    servers,
    probes,
    gates: [...(gates ?? []), ...(editors?.gates ?? [])],
    failures,
  };

  async function started(all: readonly ServerFacts[], policy: Policy): Promise<readonly ServerFacts[]> {
    const names = startable(all).map(({ name }) => name);
    if (!options.start || names.length === 0) return all;
    options.onStart(names);
    const { environment, signal } = options;
    const starting = startServers(all, {
      cwd,
      environment,
      policy,
      tokens: stores.tokens,
      loginPath,
      clientInfo: CLIENT,
      signal,
      ...options.start,
    });
    return (await attempt("the servers", starting, Infinity)) ?? all;
  }

  async function probed(all: readonly AgentFacts[], servers: readonly ServerFacts[]): Promise<readonly ProbeFacts[]> {
    const { probe, environment, signal } = options;
    if (!probe) return [];
    const { probeAgents } = await import("./probe/probe-agents.ts");
    const chosen = all.filter((agent) => isAskedFor(agent) && agent.file !== undefined);
    if (chosen.length === 0) return [];
    options.onStart(chosen.map(({ preset }) => `${preset.name} on a stand-in model`));
    const probing = probeAgents({ ...probe, agents: chosen, servers, cwd, environment, clientInfo: CLIENT, signal });
    return (await attempt("the agents' behaviour", probing, Infinity)) ?? [];
  }

  function isAskedFor({ preset }: AgentFacts): boolean {
    return options.probe?.agents.includes(preset.name) ?? false;
  }

  async function attempt<T>(
    what: string,
    work: Promise<T>,
    milliseconds = options.readMs ?? READ_MS,
  ): Promise<T | undefined> {
    try {
      // The work may be undefined too, and then it is not late.
      const done = work.then((result) => ({ result }));
      const ended = milliseconds === Infinity ? await done : await within(milliseconds, done);
      if (ended) return ended.result;
      failures.push({ what, why: `it took longer than ${milliseconds / 1000} s` });
    } catch (error) {
      options.signal.throwIfAborted();
      failures.push({ what, why: errorMessage(error) });
    }
    return undefined;
  }
}
