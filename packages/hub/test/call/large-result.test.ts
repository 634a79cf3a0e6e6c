import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, it } from "vitest";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const FIXTURE = fileURLToPath(new URL("fixtures/bound-large-result.ts", import.meta.url));

it("[Q-02] fifty million characters are bounded, kept whole, and do not stay in memory", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tenon-large-"));
  try {
    const run = [...process.execArgv, "--expose-gc", FIXTURE, folder];
    const { stdout } = await promisify(execFile)(process.execPath, run);
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({
      characters: expect.toSatisfy((characters: number) => characters > 18_000 && characters <= 20_000),
      file: 50_000_002,
      head: "ж012345678",
      tail: "6789abcde\n",
      // Two bytes for each character while the result is held, ...
      held: 100,
      // ... not as much again to bound it, ...
      growth: expect.toSatisfy((megabytes: number) => megabytes < 30),
      // ... and nothing once the result is gone.
      left: expect.toSatisfy((megabytes: number) => megabytes < 5),
    });
    expect(await readdir(folder)).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
