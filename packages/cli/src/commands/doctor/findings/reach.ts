/**
 * How far each server gets in each agent, as it is and through `tenon wrap`. Pure.
 *
 * Without a probe the files and a start by Tenon say how far it can get; what the agent itself does with the server is
 * proven by starting it.
 */

import { defined } from "@tenon/basis";
import { droppedServer } from "@tenon/client";

import { t } from "../../../messages/t.ts";
import type { AgentFacts, Facts, ProbeFacts, ServerFacts, Step } from "../facts.ts";
import { keepsOut } from "./examine-gates.ts";

export interface Reach {
  /** The name of the preset. */
  readonly agent: string;
  /** The id of the server; of one of our own, what it is. */
  readonly server: string;
  /** From the agent's own configuration, or sent by a client when it opens a session. */
  readonly way: "own" | "sent";
  readonly bare: Progress;
  /** The same through `tenon wrap`. */
  readonly wrapped?: Progress;
}

export interface Progress {
  readonly reached: Step;
  /** Why it gets no further; none if nothing is known to stop it. */
  readonly stop?: string;
  readonly proof: "files" | "started by Tenon" | "stand-in model" | "live model";
}

export function reachOf(facts: Facts): readonly Reach[] {
  const { agents, editorAgents, servers } = facts;
  const here = agents.filter(
    ({ preset, state }) => state === "installed" || editorAgents.some(({ agent }) => agent === preset.name),
  );
  const ofServers = here.flatMap(({ preset }) =>
    servers.flatMap((server): readonly Reach[] => {
      const [bare, wrapped] = [
        probed(preset.name, server.id, false, facts),
        probed(preset.name, server.id, true, facts),
      ];
      const way = wayTo(preset.name, server, facts) ?? (bare || wrapped ? "sent" : undefined);
      if (way === undefined) return [];
      const known = progressOf(preset, server, way, facts);
      // What keeps a server out of the user's own sessions was not in the way of the probe.
      const progress = known.proof === "files" && known.stop !== undefined ? known : (bare ?? known);
      const expected = way === "sent" ? wrappedProgress(preset, server, facts) : undefined;
      const through = wrapped ?? expected;
      return [{ agent: preset.name, server: server.id, way, bare: progress, ...defined({ wrapped: through }) }];
    }),
  );
  return [...ofServers, ...facts.probes.flatMap((probe) => ownReach(probe, facts))];
}

/** Our own servers, whose tools alone are called. An agent's bare and its wrapped probe are one row. */
function ownReach(probe: ProbeFacts, { probes }: Facts): readonly Reach[] {
  const { agent, proof } = probe;
  const isSame = (one: ProbeFacts) => one.agent === agent && one.proof === proof;
  if (probe !== probes.find(isSame)) return [];
  const progress = (isWrapped: boolean, transport: "stdio" | "http"): Progress | undefined => {
    const tried = probes.find((one) => isSame(one) && one.isWrapped === isWrapped);
    if (!tried) return undefined;
    if (tried.failure !== undefined) return { reached: "declared", stop: "probe failed", proof };
    const found = tried.servers.find((one) => "transport" in one && one.transport === transport);
    return found && { reached: found.reached, proof };
  };
  return (["stdio", "http"] as const).flatMap((transport): readonly Reach[] => {
    const [bare, wrapped] = [progress(false, transport), progress(true, transport)];
    const server =
      proof === "live model"
        ? t("a test server over {transport}, live", { transport })
        : t("a test server over {transport}", { transport });
    return bare ? [{ agent, server, way: "sent", bare, ...defined({ wrapped }) }] : [];
  });
}

/** What is known of a server that a client sends through `tenon wrap`, without a probe. */
function wrappedProgress(preset: AgentFacts["preset"], server: ServerFacts, { gates }: Facts): Progress {
  // What keeps one server out by its name does not see it behind ours; Cursor would have to approve ours.
  const gate = gates.find(
    ({ agent, servers, code }) => agent === preset.name && (servers === undefined || code === "cursor_unapproved"),
  );
  if (gate) return { reached: "declared", stop: gate.code, proof: "files" };
  if (preset.dropsServers?.transport === "any" && !preset.connectsWhenStarted) {
    return { reached: "declared", stop: "dropped", proof: "files" };
  }
  return ownProgress(server);
}

function probed(agent: string, server: string, isWrapped: boolean, facts: Facts): Progress | undefined {
  const { probes, agents, gates } = facts;
  const probe = probes.find((one) => one.agent === agent && one.isWrapped === isWrapped && one.failure === undefined);
  const found = probe?.servers.find((one) => "id" in one && one.id === server);
  if (!probe || !found) return undefined;
  // An agent that offers no server's tools offers ours no more than others.
  const gate = isWrapped ? gates.find((one) => one.agent === agent && one.servers === undefined) : undefined;
  if (gate) return { reached: "declared", stop: gate.code, proof: "files" };
  const searches = agents.some(({ preset }) => preset.name === agent && preset.searchesTools === true);
  const absent = searches ? "behind its search" : "not in the request";
  const stop = found.reached === "declared" ? absent : undefined;
  return { reached: found.reached, proof: probe.proof, ...defined({ stop }) };
}

/** Undefined if nothing hands the server to the agent. */
function wayTo(agent: string, server: ServerFacts, { files, editorAgents }: Facts): Reach["way"] | undefined {
  const file = files.find((one) => one.file === server.file && one.client === server.client);
  if (file?.agents.includes(agent)) return "own";
  if (server.client === "tenon") return "sent";
  return editorAgents.some((one) => one.agent === agent && one.editor === file?.title) ? "sent" : undefined;
}

function progressOf(preset: AgentFacts["preset"], server: ServerFacts, way: Reach["way"], facts: Facts): Progress {
  const { gates, editorAgents } = facts;
  const isWrapped = editorAgents.some(
    (one) => one.agent === preset.name && one.editor === server.title && one.isWrapped,
  );
  const gate = gates.find((one) => one.agent === preset.name && keepsOut(one, server));
  if (gate) return { reached: "declared", stop: gate.code, proof: "files" };
  if (way === "sent" && !isWrapped && droppedServer(preset, server.spec) !== undefined) {
    return { reached: "declared", stop: "dropped", proof: "files" };
  }
  return ownProgress(server);
}

/** How far it gets by itself. */
function ownProgress({ held, check }: ServerFacts): Progress {
  if (held !== undefined) return { reached: "declared", stop: held, proof: "files" };
  if (!check) return { reached: "declared", proof: "files" };
  if (check.state === "listed") return { reached: "listed", proof: "started by Tenon" };
  const reached = (["started", "admitted"] as const).find((step) => check.steps.some(({ state }) => state === step));
  return { reached: reached ?? "declared", stop: check.state, proof: "started by Tenon" };
}
