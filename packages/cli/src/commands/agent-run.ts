/**
 * `tenon agent`: our ACP agent on standard input and output.
 */

import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import { serveAgent } from "@tenon/agent";

import manifest from "../../package.json" with { type: "json" };
import { writeStdout } from "../stdout.ts";
import { userModels } from "../user-models.ts";

// A prompt may carry images and files.
const LARGEST_MESSAGE = 64 * 1024 * 1024;

export async function runAgent(flags: {
  readonly model?: string;
  readonly journal: boolean;
  readonly unstable: boolean;
  readonly signIn: boolean;
}): Promise<void> {
  if (flags.signIn) {
    const { signInOnTerminal } = await import("./agent-sign-in.ts");
    if (!(await signInOnTerminal(flags.model))) throw new Error("No key was stored.");
    return;
  }
  const agent = serveAgent(standardStream(), {
    models: await userModels(flags.model),
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
