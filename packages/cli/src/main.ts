import { writeStdout } from "./stdout.ts";

import { Command, CommanderError } from "commander";

import manifest from "../package.json" with { type: "json" };
import { commands } from "./commands/index.ts";
import { exitCode } from "./exit-code.ts";

const EXIT_CODES = `
Exit codes:
  0  done
  1  something failed; standard error says what
  2  the command line was not understood`;

process.exitCode = await run(process.argv.slice(2));

async function run(words: string[]): Promise<number> {
  // Help and version are the only things commander prints to standard output; it does so without waiting.
  const printed: Promise<void>[] = [];
  const program = new Command("tenon")
    .description(manifest.description)
    .version(manifest.version, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .helpCommand("help [command]", "show help for a command")
    .addHelpText("after", EXIT_CODES)
    .configureOutput({ writeOut: (text) => printed.push(writeStdout(text)) })
    .exitOverride();
  const named = words[0] === "help" ? words[1] : words[0];
  for (const { name, summary, load } of commands) {
    const command = program.command(name).summary(summary).description(summary).copyInheritedSettings(program);
    // Only the command that was asked for is loaded: the agent must not pay for the gateway.
    if (name === named) (await load()).define(command);
  }
  try {
    if (words.length === 0) program.outputHelp();
    else await program.parseAsync(words, { from: "user" });
    return exitCode.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.badUsage;
    process.stderr.write(`tenon: ${error instanceof Error ? error.message : String(error)}\n`);
    return exitCode.failed;
  } finally {
    await Promise.allSettled(printed);
  }
}
