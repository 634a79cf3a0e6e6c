/** What agents did that were started: those that failed, and transports by which nothing arrives. */

import { stateText } from "../../../messages/state-text.ts";
import { phrase, t } from "../../../messages/t.ts";
import { type AgentFacts, type Facts, type ProbeFacts, STEPS } from "../facts.ts";
import type { Finding } from "./finding.ts";

export function examineProbes({ probes, agents }: Pick<Facts, "probes" | "agents">): readonly Finding[] {
  const absent = agents.filter(({ isAskedFor, state }) => isAskedFor === true && state !== "installed");
  return [...absent.map(notInstalled), ...probes.flatMap((probe) => findingsOf(probe, { probes, agents }))];
}

function notInstalled({ preset }: AgentFacts): Finding {
  const subject = { type: "agent", id: preset.name } as const;
  const cause = t("it is not installed, so it was not started");
  return {
    severity: "error",
    code: "not_installed",
    subject,
    cause,
    fix: t("install it: {how}", { how: preset.install }),
  };
}

function findingsOf(probe: ProbeFacts, { probes, agents }: Pick<Facts, "probes" | "agents">): readonly Finding[] {
  const { agent, isWrapped, proof, failure, servers } = probe;
  const subject = { type: "agent", id: agent } as const;
  const how = proof === "live model" ? t("with its own model") : isWrapped ? t("through `tenon wrap`") : t("directly");
  if (failure !== undefined) {
    const cause = t("started {how}, {failure}", { how, failure });
    const fix = t("start it directly and sign in, or check its log");
    return [{ severity: isWrapped ? "warning" : "error", code: "probe_failed", subject, cause, fix }];
  }
  return servers.flatMap((server): readonly Finding[] => {
    if (!("transport" in server) || isSeen(server.reached)) return [];
    // A model may also not do what it was asked for.
    if (proof === "live model" && server.reached === "listed") return [];
    const searches = agents.some(({ preset }) => preset.name === agent && preset.searchesTools === true);
    if (searches && server.reached === "listed") {
      const cause = t(
        "{how}, tools that arrive over {transport} are not in the first requests: its model has to search for them",
        { how, transport: server.transport },
      );
      return [{ severity: "note", code: "searched", subject, cause }];
    }
    const cause = t(
      '{how}, a server that a client sends over {transport} reaches "{state}" but is not in any request to the model',
      { how, transport: server.transport, state: stateText(server.reached) },
    );
    const fix = isWrapped ? t(OWN_CONFIGURATION) : fixFor(agent, probes);
    return [{ severity: "warning", code: "not_offered", subject, cause, fix }];
  });
}

const OWN_CONFIGURATION = phrase("write its servers into the agent's own configuration");

function isSeen(step: (typeof STEPS)[number]): boolean {
  return STEPS.indexOf(step) >= STEPS.indexOf("offered");
}

function fixFor(agent: string, probes: readonly ProbeFacts[]): string {
  const wrapped = probes.find((probe) => probe.agent === agent && probe.isWrapped && probe.failure === undefined);
  const arrives = wrapped?.servers.some((server) => "transport" in server && isSeen(server.reached)) ?? false;
  return arrives ? t("start it as `tenon wrap {agent}`", { agent }) : t(OWN_CONFIGURATION);
}
