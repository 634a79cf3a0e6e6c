/**
 * `npm run real-agents [agent…]`: our client against agents from npm, with a scripted model behind each of them.
 *
 * Needs the npm registry and nothing else: no key, no account, no model. `--folder` says where agents are installed and
 * kept, `--record` where their traffic goes as JSON Lines, `--wrapped` puts `tenon wrap` before each agent, `--json` prints
 * the whole report.
 */

import { mkdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { buildTenon } from "../build-tenon.ts";
import { realAgents } from "./agents.ts";
import { rehearse, type RehearsalReport } from "./rehearsal.ts";

const SIGNS = { ok: "✓", known: "~", failed: "✗" } as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    folder: { type: "string", default: join(tmpdir(), "tenon-real-agents") },
    record: { type: "string" },
    wrapped: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !realAgents.some((agent) => agent.name === name));
if (unknown.length > 0) {
  console.error(`No such agent: ${unknown.join(", ")}. There are ${realAgents.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}
await mkdir(values.folder, { recursive: true });
const folder = await realpath(values.folder);
const chosen = realAgents.filter(({ name }) => positionals.length === 0 || positionals.includes(name));

const wrappedBy = values.wrapped ? join(await buildTenon(), "bin/tenon.mjs") : undefined;

const reports: RehearsalReport[] = [];
for (const agent of chosen) {
  const report = await rehearse(agent, { folder, wrappedBy });
  reports.push(report);
  if (!values.json) console.log(describe(report));
  if (values.record !== undefined) await keep(report, resolve(values.record));
}
if (values.json) console.log(JSON.stringify(reports, undefined, 2));
process.exitCode = reports.every(({ checks }) => checks.every(({ outcome }) => outcome !== "failed")) ? 0 : 1;

function describe(report: RehearsalReport): string {
  const { agent, checks, deviations, stderr } = report;
  const lines = checks.map(({ name, outcome, detail, milliseconds }) => {
    return `  ${SIGNS[outcome]} ${name.padEnd(18)}${String(milliseconds).padStart(6)} ms  ${detail}`.trimEnd();
  });
  const hasFailed = checks.some(({ outcome }) => outcome === "failed");
  return [
    `${agent}: ${report.package} ${report.version}`,
    ...lines,
    ...deviations.map((deviation) => `  ! ${deviation}`),
    ...(hasFailed && stderr !== "" ? [stderr.trimEnd().replaceAll(/^/gm, "    | ")] : []),
    "",
  ].join("\n");
}

async function keep({ agent, recordings }: RehearsalReport, target: string): Promise<void> {
  await mkdir(target, { recursive: true });
  for (const [name, jsonLines] of Object.entries(recordings)) {
    const file = name === "first" ? `${agent}.jsonl` : `${agent}-${name}.jsonl`;
    if (jsonLines !== "") await writeFile(join(target, file), jsonLines);
  }
}
