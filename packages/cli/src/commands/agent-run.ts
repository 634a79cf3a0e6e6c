/**
 * `tenon agent`: our ACP agent on standard input and output.
 */

import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import { type ModelChoice, modelByName, serveAgent } from "@tenon/agent";

import manifest from "../../package.json" with { type: "json" };
import { writeStdout } from "../stdout.ts";
import { UsageError } from "../usage-error.ts";

// A prompt may carry images and files.
const LARGEST_MESSAGE = 64 * 1024 * 1024;

export async function runAgent(flags: {
  readonly model: string;
  readonly journal: boolean;
  readonly unstable: boolean;
}): Promise<void> {
  const models = modelsNamed(flags.model);
  const agent = serveAgent(standardStream(), {
    models,
    version: manifest.version,
    unstable: flags.unstable,
    services: async () => (await import("../agent-services.ts")).agentServices(flags),
    onWarning: (warning) => process.stderr.write(`tenon: ${warning}\n`),
  });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, () => void agent.close());
  await agent.closed;
  // A listening stdin would keep the process alive for an editor that never closes it.
  process.stdin.destroy();
}

function modelsNamed(name: string): ModelChoice {
  try {
    return modelByName(name);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

function standardStream(): Stream {
  const output = new WritableStream<Uint8Array>({ write: writeStdout });
  const input = new ReadableStream<Uint8Array>({
    start(controller) {
      process.stdin.on("data", (chunk: Uint8Array) => {
        controller.enqueue(chunk);
        if ((controller.desiredSize ?? 0) <= 0) process.stdin.pause();
      });
      process.stdin.once("end", () => controller.close());
      process.stdin.once("error", (error) => controller.error(error));
    },
    pull: () => void process.stdin.resume(),
    cancel: () => void process.stdin.destroy(),
  });
  return ndJsonStream(output, input, { maxMessageBytes: LARGEST_MESSAGE });
}
