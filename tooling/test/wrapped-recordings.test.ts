/**
 * The recorded traffic of real agents, played again behind `tenon wrap`: a client sees the same as without it, and that a
 * recording does not connect to the endpoint that it is given.
 */

import { join } from "node:path";

import type { AgentProgram } from "@tenon/client";
import { foldRecords, type Timeline } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { playRecording } from "../../packages/client/test/recordings/play-recording.ts";
import { buildTenon } from "../build-tenon.ts";

const agents = [
  "claude",
  "codex",
  "codex-zed",
  "copilot",
  "droid",
  "gemini",
  "goose",
  "kilo",
  "kimi",
  "opencode",
  "qwen",
];
const tenon = join(await buildTenon(), "bin", "tenon.mjs");

describe("tenon wrap", () => {
  it.each(agents)("shows the client the same of %s as without it", async (name) => {
    const { timeline, recording } = await playRecording(name, wrapped);
    expect(withoutNotices(timeline)).toEqual(withoutNotices(foldRecords(recording)));
    const notices = timeline.entries.flatMap((entry) => (entry.type === "notice" ? [entry.title] : []));
    expect(notices).toContainEqual(expect.stringContaining("has no tools of this session"));
  });
});

function wrapped(program: AgentProgram): AgentProgram {
  const args = [tenon, "wrap", "--no-journal", "--", program.command, ...(program.args ?? [])];
  return { ...program, command: process.execPath, args };
}

/** Nor times, nor keys, which count the notices too. */
function withoutNotices({ entries }: Timeline) {
  return entries
    .filter(({ type }) => type !== "notice")
    .map(({ at: _at, changedAt: _changedAt, key: _key, ...rest }) => rest);
}
