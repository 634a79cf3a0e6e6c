/**
 * The matrix judges our own agent: a cell that must arrive, one whose server dies, and one whose server never lists its tools.
 */

import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { cases } from "../arrival/cases.ts";
import type { MatrixCase } from "../arrival/matrix-case.ts";
import { runCell } from "../arrival/run-cell.ts";
import { buildTenon } from "../build-tenon.ts";
import { KEY, writesTo, type RealAgent } from "../real-agents/real-agent.ts";

const tenon: RealAgent = {
  name: "tenon",
  packageName: "tenon",
  version: "0.0.0",
  program: "tenon",
  args: [],
  settings: ({ model }) => ({
    environment: { OPENAI_COMPATIBLE_BASE_URL: model.baseUrls["openai-chat"], OPENAI_COMPATIBLE_API_KEY: KEY },
  }),
  write: { name: "write_file", arguments: writesTo("path") },
};

describe("a cell of the arrival matrix", () => {
  it("arrives when the result of the tool is in a request to the model", async () => {
    expect(await cell(rowNamed("stdio-2026"))).toEqual({ isArrived: true, level: "returned", detail: "" });
  });

  it("arrives when a server that died during a call can be called again", async () => {
    expect(await cell(rowNamed("crash"))).toEqual({ isArrived: true, level: "returned", detail: "" });
  });

  it("names the last step when the server does not answer tools/list", async () => {
    const row = rowNamed("stdio-2025");
    const silent = { ...row, script: { ...row.script, misbehaviour: { silentOn: ["tools/list"] } } };
    expect(await cell(silent)).toEqual({ isArrived: false, level: "listed", detail: "" });
  });
});

async function cell(row: MatrixCase) {
  const args = [join(await buildTenon(), "bin", "tenon.mjs"), "agent", "--model", "openai-compatible/scripted"];
  return await runCell({ agent: tenon, case: row, command: process.execPath, args, transport: "stdio" });
}

function rowNamed(name: string): MatrixCase {
  const row = cases.find((row) => row.name === name);
  if (!row) throw new Error(`No row ${name}`);
  return row;
}
