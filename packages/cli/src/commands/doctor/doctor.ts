/**
 * `tenon doctor`: why is my tool not there? Looks at the agents, the configurations and the servers of this machine, and
 * says what is wrong and what to do. It changes nothing.
 */

import { homedir } from "node:os";
import { resolve } from "node:path";
import { writeFile } from "node:fs/promises";

import { exitCode } from "../../process/exit-code.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { writeStdout } from "../../process/stdout.ts";
import { stdoutStyle } from "../../terminal/terminal.ts";
import { userStores } from "../../user/user-stores.ts";
import { gatherFacts } from "./gather-facts.ts";
import { reportOf } from "./report/report.ts";
import { screenText } from "./report/screen.ts";

export interface DoctorFlags {
  readonly cwd?: string;
  readonly json: boolean;
  readonly html?: string;
  readonly verbose: boolean;
  readonly start: boolean;
  readonly startProject: boolean;
  readonly wait: number;
}

/** Resolves with the exit code. */
export async function runDoctor(flags: DoctorFlags): Promise<number> {
  const interruption = listenForInterruption();
  try {
    const home = homedir();
    const cwd = resolve(flags.cwd ?? ".");
    const facts = await gatherFacts({
      platform: process.platform,
      environment: process.env,
      home,
      cwd,
      stores: userStores(),
      start: flags.start ? { startMs: flags.wait * 1000 } : undefined,
      isProjectTrusted: flags.startProject,
      signal: interruption.signal,
      onStart: (names) => void process.stderr.write(`tenon: starting ${names.join(", ")}\n`),
    });
    const report = reportOf(facts);
    if (flags.html !== undefined) {
      const { htmlPage } = await import("./report/html.ts");
      await writeFile(flags.html, htmlPage(report));
    }
    if (flags.json) await writeStdout(`${JSON.stringify(report, undefined, 2)}\n`);
    else await writeStdout(screenText(report, { style: stdoutStyle(), home, isVerbose: flags.verbose }));
    return report.isHealthy ? exitCode.done : exitCode.failed;
  } finally {
    interruption.leave();
  }
}
