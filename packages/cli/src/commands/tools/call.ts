import { type Hub, type HubTool, NeedsSignInError } from "@tenon/hub";

import { writeStdout } from "../../process/stdout.ts";
import { printable, printableLine } from "../../terminal/printable.ts";
import { UsageError } from "../../process/usage-error.ts";
import { readArguments } from "./toolset/read-arguments.ts";
import { requireServer, type ServerFlags, withHub } from "./with-hub.ts";

export async function runCall(
  flags: ServerFlags & { readonly json: boolean },
  server: string,
  toolName: string,
  text = "{}",
): Promise<void> {
  const args = readArguments(text);
  await withHub(flags, async (hub, signal) => {
    const tool = findTool(hub, server, toolName);
    const calling = hub.call(tool.name, args, {
      signal,
      onProgress: ({ progress, total, message }) => {
        const share = total === undefined ? `${progress}` : `${progress}/${total}`;
        process.stderr.write(`tenon: ${share}${message === undefined ? "" : ` ${printableLine(message)}`}\n`);
      },
    });
    const { raw, forModel, warnings, refusedArguments } = await calling.catch((error: unknown) => {
      if (!(error instanceof NeedsSignInError)) throw error;
      // Its page would be good only as long as this command runs.
      throw new Error(`${error.message}: tenon tools sign-in ${server}`, { cause: error });
    });
    for (const warning of warnings) process.stderr.write(`tenon: ${warning}\n`);
    // Standard output is for what the server returned, and it was not called.
    if (refusedArguments !== undefined) {
      throw new Error(`Invalid arguments for ${toolName}: ${printable(refusedArguments)}`);
    }
    if (flags.json) await writeStdout(`${JSON.stringify(raw, undefined, 2)}\n`);
    else
      for (const part of forModel.parts)
        await writeStdout(`${"text" in part ? shown(part.text) : `(${part.type}, ${printableLine(part.mimeType)})`}\n`);
    if (forModel.isError) throw new Error(`${toolName} of ${server} returned an error`);
  });
}

/** A program gets what the tool returned; a terminal gets nothing that would steer it. */
function shown(text: string): string {
  return process.stdout.isTTY ? printable(text) : text;
}

function findTool(hub: Hub, server: string, name: string): HubTool {
  const tool = hub.catalogue.tools.find((tool) => tool.server === server && (tool.tool === name || tool.name === name));
  if (tool) return tool;
  requireServer(hub, server);
  const tools = hub.catalogue.tools.filter((tool) => tool.server === server).map(({ tool }) => tool);
  throw new UsageError(`Server "${server}" has no tool "${name}". Available: ${tools.join(", ") || "none"}.`);
}
