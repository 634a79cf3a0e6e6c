/**
 * `tenon connect`: an editor on standard input and output, the agent behind a gateway on another machine.
 */

import { errorMessage } from "@tenon/basis";
import {
  anyLine,
  connectEditor,
  type ConnectEnd,
  connectInterceptor,
  examineGateway,
  gatewayAddress,
  httpLine,
  isFolderThere,
  type InterceptorOptions,
  socketLine,
} from "@tenon/connect";
import { type LateRecorder, recordEvents, recordLater } from "@tenon/proxy";

import { t } from "../../messages/t.ts";
import manifest from "../../../package.json" with { type: "json" };
import { exitCode } from "../../process/exit-code.ts";
import { giveBackMemory } from "../../process/give-back-memory.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { describeFault, installLastResort } from "../../process/last-resort.ts";
import { sendConsoleTo } from "../../process/send-console-to.ts";
import { UsageError } from "../../process/usage-error.ts";
import { queueStdout } from "../../process/stdout.ts";
import { warn } from "../../process/warn.ts";
import { userServices } from "../../user/user-tools.ts";
import { findToken, storeToken } from "./find-token.ts";
import { flagRules } from "./flag-rules.ts";

export interface ConnectFlags {
  readonly agent?: string;
  readonly tokenFile?: string;
  readonly signIn: boolean;
  readonly journal: boolean;
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
  readonly tree?: "here" | "there";
}

/** Resolves with the exit code. */
export async function runConnect(flags: ConnectFlags, url: string): Promise<number> {
  const address = addressOf(url, flags.agent);
  if (flags.signIn) return (await storeToken(address.name)) ? exitCode.done : exitCode.failed;
  const token = await findToken(address.name, flags.tokenFile);

  using _console = sendConsoleTo(warn);
  using _lastResort = installLastResort({ report: (fault) => warn(describeFault(fault)) });
  using interruption = listenForInterruption();
  const { signal } = interruption;
  const somethingHappened = giveBackMemory();
  const recorder = flags.journal
    ? openRecorder(`${flags.agent ?? "agent"} at ${address.socket.host}`, token)
    : undefined;
  const record = recorder && recordOf(recorder);
  const access = { address, token, userAgent: `tenon/${manifest.version}` };
  const openLine = anyLine({
    socket: socketLine(access),
    http: httpLine(access),
    onHttp: (reason) => warn(t("Using HTTP. {reason}", { reason })),
  });
  let examined: Promise<void> | undefined;
  // An editor that reads no more is gone, whether it has closed our standard input or not.
  process.stdout.once("error", () => process.stdin.destroy());
  const end = await connectEditor({
    editor: {
      input: process.stdin,
      write(bytes) {
        somethingHappened();
        return queueStdout(bytes);
      },
    },
    gateway: address.name,
    async open(listeners, closed) {
      await (examined ??= examineGateway({ ...access, agent: flags.agent, signal: closed }));
      return await openLine(listeners, closed);
    },
    intercept: connectInterceptor({
      gateway: address.name,
      // On one machine there is one tree, whichever side reaches it.
      tree: flags.tree ?? (address.isHere ? "shared" : "here"),
      isFolderThere: (path) => isFolderThere(path, { ...access, signal }),
      asker: `${flags.agent ?? "The agent"} at ${address.name}`,
      version: manifest.version,
      environment: process.env,
      services: userServices({ rules: flagRules(flags) }),
      onWarning: warn,
      onSecrets: (secrets) => recorder?.hide(secrets),
      ...(record && { openEvents: record.openEvents, onDecision: record.onDecision }),
    }),
    record: record?.record,
    onWarning: warn,
    signal,
  });
  await recorder?.close();
  // A listening stdin would keep the process alive for an editor that never closes it.
  process.stdin.destroy();
  interruption.leave();
  return statusOf(end);
}

function addressOf(url: string, agent: string | undefined) {
  try {
    return gatewayAddress(url, agent);
  } catch (error) {
    throw new UsageError(errorMessage(error), { cause: error });
  }
}

function openRecorder(agent: string, token: string) {
  const openJournal = async () => {
    const { openUserJournal } = await import("../../user/user-journal.ts");
    // The gateway has its own record, and the editor must not feel that we stand between.
    return await openUserJournal({ waitsForDisk: false, secrets: [token] });
  };
  return recordLater({ openJournal, agent, cwd: process.cwd(), newId: () => crypto.randomUUID() });
}

/** The session as the editor saw it, with receipts of servers and what was decided about calls. */
function recordOf(recorder: LateRecorder) {
  const events = recordEvents(recorder);
  const onDecision: NonNullable<InterceptorOptions["onDecision"]> = (sessionId, decision) => {
    // A session that is closed takes no more records.
    recorder.note(sessionId, { type: "decision", ...decision }).catch(() => {});
  };
  const record: LateRecorder["record"] = async (message) => {
    const seq = await recorder.record(message);
    events.recorded();
    return seq;
  };
  return { record, openEvents: events.open, onDecision };
}

function statusOf({ error }: ConnectEnd): number {
  if (error) warn(error.message);
  return error ? exitCode.failed : exitCode.done;
}
