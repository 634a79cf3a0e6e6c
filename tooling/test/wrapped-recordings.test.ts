/**
 * The recorded traffic of real agents, played again behind `tenon wrap`: a client sees the same as without it.
 */

import { join } from "node:path";

import type { AgentProgram } from "@tenon/client";
import { foldRecords, type Timeline } from "@tenon/timeline";
import { describe, expect, it } from "vitest";

import { playRecording } from "../../packages/client/test/recordings/play-recording.ts";
import { buildTenon } from "../build-tenon.ts";

const agents = ["claude", "codex", "codex-zed", "copilot", "gemini", "goose", "kimi", "opencode", "qwen"];
const tenon = join(await buildTenon(), "bin", "tenon.mjs");

describe("tenon wrap", () => {
  it.each(agents)("shows the client the same of %s as without it", async (name) => {
    const { timeline, recording } = await playRecording(name, wrapped);
    expect(withoutTimes(timeline)).toEqual(withoutTimes(foldRecords(recording)));
  });
});

function wrapped(program: AgentProgram): AgentProgram {
  const args = [tenon, "wrap", "--no-journal", "--", program.command, ...(program.args ?? [])];
  return { ...program, command: process.execPath, args };
}

function withoutTimes({ entries }: Timeline) {
  return entries.map(({ at: _at, changedAt: _changedAt, ...rest }) => rest);
}
