/**
 * The commands of `tenon`, and what their words mean.
 */

import {
  buildApplication,
  ExitCode,
  proposeCompletions,
  run,
  type StricliProcess,
  text_en,
  version,
} from "@stricli/core";
import { errorMessage } from "@tenon/basis";

import manifest from "../package.json" with { type: "json" };
import { routes } from "./routes.ts";
import { didYouMean, parseErrorText } from "./help/parse-error.ts";
import { speak, t } from "./messages/t.ts";
import { userLanguage } from "./messages/user-language.ts";
import { exitCode } from "./process/exit-code.ts";
import { writeStdout } from "./process/stdout.ts";
import { UsageError } from "./process/usage-error.ts";

const createApplication = () =>
  buildApplication(
    routes,
    {
      name: "tenon",
      scanner: { caseStyle: "allow-kebab-for-camel", allowArgumentEscapeSequence: true },
      determineExitCode: (error) => (error instanceof UsageError ? exitCode.badUsage : exitCode.failed),
      localization: {
        text: {
          ...text_en,
          noCommandRegisteredForInput: ({ input, corrections }) =>
            `tenon: ${t('unknown command "{input}"', { input })}${didYouMean(corrections)}\n${t("Run with --help for usage.")}`,
          exceptionWhileParsingArguments: (error) =>
            `tenon: ${parseErrorText(error)}\n${t("Run with --help for usage.")}`,
          // Without a stack: it says nothing to a user.
          exceptionWhileRunningCommand: (error) => `tenon: ${errorMessage(error)}`,
        },
      },
    },
    {
      help: {
        flag: {
          brief: "Show help",
          global: true,
          aliases: ["h"],
          defaultForRouteMap: true,
          async run(app, { result: { target: found, prefix } }) {
            const { helpText } = await import("./help/help-text.ts");
            // A command that has others below it is shown itself.
            const target = ("getDefaultCommand" in found && found.getDefaultCommand()) || found;
            const { columns } = process.stdout;
            this.process.stdout.write(helpText(target, { prefix, isRoot: target === app.root, columns }));
          },
        },
      },
      version: version({ brief: "Show the version", alias: "V", info: { currentVersion: manifest.version } }),
    },
  );

const written: Promise<void>[] = [];
const streams: StricliProcess = {
  stdout: { write: (text) => void written.push(writeStdout(text)) },
  stderr: process.stderr,
};

export async function runCommandLine(): Promise<void> {
  const [first, ...others] = process.argv.slice(2);
  // A program that reads JSON must find the same words on every machine.
  speak(await userLanguage(process.argv.includes("--json") ? {} : process.env));
  const application = createApplication();
  if (first === "__complete") await complete(application, others);
  else await run(application, first === "help" ? [...others, "--help"] : process.argv.slice(2), { process: streams });
  await Promise.allSettled(written);
  process.exitCode = exitCodeOf(streams.exitCode);
}

/** One proposal per line for the last of these words; a shell asks for them. */
async function complete(application: ReturnType<typeof createApplication>, words: readonly string[]): Promise<void> {
  const proposals = await proposeCompletions(application, words, { process: streams });
  streams.stdout.write(proposals.map(({ completion }) => `${completion}\n`).join(""));
}

/** The status for what the command line library reports, which has numbers of its own for what it did not understand. */
function exitCodeOf(reported: number | string | null | undefined): number {
  if (reported === ExitCode.UnknownCommand || reported === ExitCode.InvalidArgument) return exitCode.badUsage;
  if (typeof reported !== "number") return exitCode.done;
  return reported < 0 ? exitCode.failed : reported;
}
