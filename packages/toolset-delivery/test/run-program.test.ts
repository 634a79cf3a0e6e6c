import { expect, it } from "vitest";

import { runProgram } from "../src/programs/run-program.ts";

it("keeps the whole output of a program whose long lines are also reported one by one", async () => {
  const lengths: number[] = [];
  const { code, output } = await runProgram(
    {
      command: process.execPath,
      args: ["-e", 'console.log("x".repeat(500_000)); console.log("end")'],
      cwd: process.cwd(),
      env: process.env,
    },
    { keep: "all", signal: AbortSignal.timeout(30_000), onLine: (line) => lengths.push(line.length) },
  );
  expect([code, output.length, output.slice(-5)]).toEqual([0, 500_005, "\nend\n"]);
  expect(lengths).toEqual([500_000, 3]);
});
