/**
 * Facts in, findings out. Pure: it reads no file, starts nothing and knows no time.
 */

import { t } from "../../../messages/t.ts";
import type { Facts } from "../facts.ts";
import { examineAgents } from "./examine-agents.ts";
import { examineFiles } from "./examine-files.ts";
import { examineGates } from "./examine-gates.ts";
import { examineProbes } from "./examine-probes.ts";
import { examineServer } from "./examine-server.ts";
import { examineTools } from "./examine-tools.ts";
import type { Finding } from "./finding.ts";

const ORDER = { error: 0, warning: 1, note: 2 } as const;

/** The most severe first. */
export function examine(facts: Facts): readonly Finding[] {
  return [
    ...facts.failures.map(({ what, why }): Finding => {
      const subject = { type: "doctor", id: what } as const;
      const cause = t("{what} could not be examined: {why}", { what, why });
      return { severity: "warning", code: "not_examined", subject, cause };
    }),
    ...examineFiles(facts.files),
    ...facts.servers.flatMap((server) => examineServer(server, facts)),
    ...examineTools(facts),
    ...examineGates(facts),
    ...examineAgents(facts),
    ...examineProbes(facts),
  ].toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity]);
}
