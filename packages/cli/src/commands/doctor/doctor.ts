/**
 * `tenon doctor`: why is my tool not there? Looks at the agents, the configurations and the servers of this machine, and
 * says what is wrong and what to do. It changes nothing.
 */

import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { writeFile } from "node:fs/promises";

import { errorMessage, nearestWord } from "@tenon/basis";
import { presetNamed, presets } from "@tenon/client";

import { t } from "../../messages/t.ts";
import { exitCode } from "../../process/exit-code.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { writeStdout } from "../../process/stdout.ts";
import { UsageError } from "../../process/usage-error.ts";
import { askYesOrNo } from "../../terminal/ask-yes-or-no.ts";
import { stdoutStyle } from "../../terminal/terminal.ts";
import { userDataFolder } from "../../user/data-folder.ts";
import { userStores } from "../../user/user-stores.ts";
import { gatherFacts } from "./gather-facts.ts";
import { type Report, reportOf } from "./report/report.ts";
import { screenText } from "./report/screen.ts";

export interface DoctorFlags {
  readonly cwd?: string;
  readonly json: boolean;
  readonly html?: string;
  readonly verbose: boolean;
  readonly start: boolean;
  readonly startProject: boolean;
  readonly wait: number;
  readonly live: boolean;
  readonly fix: boolean;
  readonly undo: boolean;
  readonly yes: boolean;
}

/** How this program is started, also from where there is no PATH. */
const TENON = [process.execPath, resolve(process.argv[1] ?? "")] as const;

/** Resolves with the exit code. */
export async function runDoctor(flags: DoctorFlags, ...agents: readonly string[]): Promise<number> {
  const probe = agents.map(presetName);
  if (flags.fix || flags.undo) return await changeSettings(flags);
  if (flags.live) await requireLive(probe, flags);
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
      ...(probe.length > 0 && {
        probe: { agents: probe, isLive: flags.live, tenon: TENON },
      }),
      signal: interruption.signal,
      onStart: (names) => void process.stderr.write(`tenon: ${t("starting {names}", { names: names.join(", ") })}\n`),
    });
    const report = reportOf(facts);
    if (flags.json) await writeStdout(`${JSON.stringify(report, undefined, 2)}\n`);
    else await writeStdout(screenText(report, { style: stdoutStyle(), home, isVerbose: flags.verbose }));
    if (flags.html !== undefined) await writePage(flags.html, report);
    return report.isHealthy ? exitCode.done : exitCode.failed;
  } finally {
    interruption.leave();
  }
}

async function writePage(file: string, report: Report): Promise<void> {
  const { htmlPage } = await import("./report/html.ts");
  await writeFile(file, htmlPage(report)).catch((error: unknown) => {
    throw new Error(t("{file} could not be written: {reason}", { file, reason: errorMessage(error) }), {
      cause: error,
    });
  });
}

async function changeSettings(flags: DoctorFlags): Promise<number> {
  if (flags.fix && flags.undo) throw new UsageError(t("--fix and --undo exclude each other"));
  const { fix, undo } = await import("./fix/fix.ts");
  const isDone = await (flags.fix ? fix : undo)({
    platform: process.platform,
    environment: process.env,
    home: homedir(),
    cwd: resolve(flags.cwd ?? "."),
    folder: join(userDataFolder(), "doctor"),
    tenon: TENON,
    style: stdoutStyle(),
    now: new Date(),
    confirm: async (question) => flags.yes || (await confirm(question)),
    print: writeStdout,
  });
  return isDone ? exitCode.done : exitCode.failed;
}

function presetName(typed: string): string {
  const preset = presetNamed(typed);
  if (preset) return preset.name;
  const names = presets.map(({ name }) => name);
  const near = nearestWord(typed, names);
  const known = t("Known agents: {names}.", { names: names.join(", ") });
  const hint = near === undefined ? known : `${t('Did you mean "{name}"?', { name: near })} ${known}`;
  throw new UsageError(t('Unknown agent "{name}". {hint}', { name: typed, hint }));
}

/** Says what it costs, and asks. */
async function requireLive(agents: readonly string[], { yes }: DoctorFlags): Promise<void> {
  if (agents.length === 0) {
    throw new UsageError(t("--live: name the agents to try, such as: tenon doctor gemini --live"));
  }
  const { LIVE_COST } = await import("./probe/live-probe.ts");
  process.stderr.write(
    `tenon: ${t("for each of {agents}: {cost}", { agents: agents.join(", "), cost: t(LIVE_COST) })}\n`,
  );
  if (!yes && !(await confirm(t("Send it?")))) throw new UsageError(t("--live: not sent"));
}

async function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new UsageError(t("Cannot ask for confirmation without a terminal; pass --yes to agree"));
  }
  return await askYesOrNo(question);
}
