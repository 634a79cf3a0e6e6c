/**
 * Where an agent's messages are not what the protocol's schema says.
 */

import { loadSchemaCheck, type RecordedLine } from "@tenon/testkit/acp";

export function deviationsIn(lines: readonly RecordedLine[]): readonly string[] {
  const conversation = lines.map(({ from, text }) => ({ from, message: JSON.parse(text) }));
  const violations = loadSchemaCheck()(conversation).filter(({ from }) => from === "agent");
  // Places in lists are many, and the fault is one.
  const faults = violations.map(({ what, path, problem }) => `${what} ${path.replaceAll(/\/\d+/g, "/*")}: ${problem}`);
  return [...new Set(faults)];
}
