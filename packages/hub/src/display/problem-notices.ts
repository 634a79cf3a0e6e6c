/**
 * Tells the user what is wrong in the configuration of a session: once for each file, and again when that changes. A fault
 * of one server is reported with the server.
 */

import { type Problem, formatProblem } from "../config/index.ts";
import type { Notice } from "./notice.ts";

export interface ProblemNotices {
  /** All that is wrong now. */
  problems(problems: readonly Problem[]): void;
  /** The client knows the session now. */
  announce(): void;
}

export function createProblemNotices({ notice }: { notice(notice: Notice): void }): ProblemNotices {
  const reported = new Map<string, string>();
  let current: readonly Problem[] = [];
  let isAnnounced = false;
  return {
    problems(problems) {
      current = problems;
      if (isAnnounced) report();
    },
    announce() {
      isAnnounced = true;
      report();
    },
  };

  function report(): void {
    const errors = current.filter(({ level, server }) => level === "error" && server === undefined);
    const byFile = Map.groupBy(errors, ({ file = "The configuration" }) => file);
    for (const file of reported.keys()) if (!byFile.has(file)) reported.delete(file);
    for (const [file, problems] of byFile) {
      const description = problems.map((problem) => formatProblem(problem)).join("\n");
      if (reported.get(file) === description) continue;
      reported.set(file, description);
      notice({ severity: "error", title: `${file} has errors`, description });
    }
  }
}
