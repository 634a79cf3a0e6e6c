/**
 * `tenon agent`: our ACP agent on standard input and output.
 */

import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import { createLongLines, createRepetition, readLongMessage, serveAgent } from "@tenon/agent";
import { lineWithoutEcho } from "@tenon/policy";

import { speak, t } from "../../messages/t.ts";
import { userLanguage } from "../../messages/user-language.ts";
import manifest from "../../../package.json" with { type: "json" };
import { giveBackMemory } from "../../process/give-back-memory.ts";
import { describeFault, installLastResort } from "../../process/last-resort.ts";
import { warn } from "../../process/warn.ts";
import { sendConsoleTo } from "../../process/send-console-to.ts";
import { queueStdout } from "../../process/stdout.ts";
import { listenForInterruption } from "../../process/interruption.ts";
import { openTraces } from "../../traces/open-traces.ts";
import { chosenModels } from "./chosen-models.ts";
import type { BegunAgent } from "./early.ts";
import type { AgentFlags } from "./plain-flags.ts";

// A prompt may carry images and files.
const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

export async function runAgent(flags: AgentFlags, begun?: BegunAgent): Promise<void> {
  if (flags.signIn) {
    const { signInOnTerminal } = await import("./sign-in.ts");
    if (!(await signInOnTerminal(flags.model))) throw new Error(t("No key was stored."));
    return;
  }
  const models = begun?.models ?? (await chosenModels(flags.model));
  using _console = sendConsoleTo(warn);
  using lastResort = installLastResort({ report: (fault) => warn(describeFault(fault)) });
  const traces = await openTraces(process.env, warn);
  const agent = serveAgent(standardStream(begun), {
    models,
    version: manifest.version,
    unstable: flags.unstable,
    async services() {
      // With the first session, so that no editor waits for it. What is said before is said in English, and without it.
      userLanguage(process.env).then(speak, () => {});
      const { agentServices } = await import("../../user/agent-services.ts");
      return agentServices({ ...flags, keys: models.keys, telemetry: traces?.telemetry });
    },
    onWarning: warn,
    ...(traces && { telemetry: traces.telemetry }),
    scope: lastResort.scope,
  });
  using interruption = listenForInterruption();
  interruption.signal.addEventListener("abort", () => void agent.close(), { once: true });
  // An editor that reads no more is gone, whether it has closed our standard input or not.
  process.stdout.once("error", () => void agent.close());
  await agent.closed;
  await traces?.close();
  // A listening stdin would keep the process alive for an editor that never closes it.
  process.stdin.destroy();
  interruption.leave();
}

function standardStream(begun: BegunAgent | undefined): Stream {
  const somethingHappened = giveBackMemory();
  const isRepetition = createRepetition(begun?.answer);
  const output = new WritableStream<Uint8Array>({
    write(chunk) {
      somethingHappened();
      return isRepetition(chunk) ? undefined : queueStdout(lineWithoutEcho(chunk));
    },
  });
  const lines = createLongLines({
    longest: MAX_MESSAGE_BYTES,
    onLong(line) {
      const { problem, answer, instead } = readLongMessage(line, MAX_MESSAGE_BYTES);
      warn(problem);
      // The next write notices an editor that is gone.
      if (answer) queueStdout(Buffer.from(`${JSON.stringify(answer)}\n`))?.catch(() => {});
      return instead && JSON.stringify(instead);
    },
  });
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of lines.push(begun?.input ?? Buffer.of())) controller.enqueue(piece);
      process.stdin.on("data", (chunk: Buffer) => {
        somethingHappened(chunk.includes("session/close"));
        for (const piece of lines.push(chunk)) controller.enqueue(piece);
        if ((controller.desiredSize ?? 0) <= 0) process.stdin.pause();
      });
      process.stdin.once("end", () => {
        for (const piece of lines.end()) controller.enqueue(piece);
        controller.close();
      });
      process.stdin.once("error", (error) => controller.error(error));
    },
    pull: () => void process.stdin.resume(),
    cancel: () => void process.stdin.destroy(),
  });
  // Of longer ones it gets to see none.
  return ndJsonStream(output, input, { maxMessageBytes: MAX_MESSAGE_BYTES + 1 });
}
