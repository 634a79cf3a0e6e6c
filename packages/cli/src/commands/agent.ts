/**
 * `tenon agent`: our ACP agent on standard input and output.
 */

import { ndJsonStream, type Stream } from "@agentclientprotocol/sdk";
import { modelByName, serveAgent } from "@tenon/agent";
import { type Command, InvalidArgumentError } from "commander";

import manifest from "../../package.json" with { type: "json" };
import { writeStdout } from "../stdout.ts";

// A prompt may carry images and files.
const LARGEST_MESSAGE = 64 * 1024 * 1024;

export function define(command: Command): void {
  command
    .description(
      "Speaks the Agent Client Protocol on standard input and output. Editors start it; a person seldom does.\n" +
        "The MCP servers that the editor hands over with a session are connected for that session.",
    )
    .option("--model <name>", "the model that answers; rehearsal needs no key and no network", checkModel, "rehearsal")
    .addHelpText("after", "\nIt ends when standard input ends, and so does everything it started.")
    .action(serve);
}

async function serve(options: { readonly model: string }): Promise<void> {
  const agent = serveAgent(standardStream(), { model: modelByName(options.model), version: manifest.version });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => void agent.close());
  await agent.closed;
  // A listening stdin would keep the process alive for an editor that never closes it.
  process.stdin.destroy();
}

function checkModel(name: string): string {
  try {
    modelByName(name);
    return name;
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
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
