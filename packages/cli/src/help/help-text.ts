/**
 * What `--help` prints: purpose, usage, arguments, options with their defaults, examples.
 *
 * Ours and not the library's, whose lines repeat every option in the usage and leave out what an option takes.
 */

import type { Command, CommandContext, RouteMap } from "@stricli/core";

import { phrase, t } from "../messages/t.ts";
import { wrapLine } from "../terminal/wrap-line.ts";
import { EXAMPLES } from "./with-examples.ts";

type Target = Command<CommandContext> | RouteMap<CommandContext>;
type Flag = NonNullable<Command<CommandContext>["parameters"]["flags"]>[string];
type Row = readonly [term: string, description: string];

const MAX_COLUMNS = 100;

export function helpText(
  target: Target,
  {
    prefix,
    isRoot,
    columns = MAX_COLUMNS,
  }: { prefix: readonly string[]; isRoot: boolean; columns?: number | undefined },
): string {
  const width = Math.min(columns, MAX_COLUMNS);
  const [description = "", examples] = (target.fullDescription ?? "").split(EXAMPLES);
  const general: readonly Row[] = [
    ["-h, --help", t("Show this help")],
    ...(isRoot ? [["-V, --version", t("Show the version")] as const] : []),
  ];
  const sections = [
    `${t(target.brief)}.`,
    t("Usage: {usage}", {
      usage: [...prefix, ...("parameters" in target ? usage(target) : ["<command> [options]"])].join(" "),
    }),
    paragraphs(description === "" ? "" : t(description), width),
    ...("parameters" in target
      ? [
          section(t("Arguments"), argumentRows(target), width),
          section(t("Options"), [...optionRows(target), ...general], width),
        ]
      : [section(t("Commands"), commandRows(target), width), section(t("Options"), general, width)]),
    examples === undefined ? "" : `${t("Examples:")}\n${examples}`,
    isRoot ? t(EXIT_CODES) : "",
    "parameters" in target ? "" : t(MORE, { command: prefix.join(" ") }),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

const MORE = phrase('Run "{command} <command> --help" for the options of a command.');
const EXIT_CODES = phrase(`Exit codes:
  0  success
  1  an error; standard error says which
  2  invalid command line
  3  run: the agent refused
  4  run: out of tokens or requests, or --timeout
  5  run: permission denied
  6  run: the agent cancelled the turn`);

function usage({ parameters: { flags = {}, positional } }: Command<CommandContext>): string[] {
  const options = Object.keys(flags).length > 0 ? ["[options]"] : [];
  if (!positional) return options;
  if (positional.kind === "tuple") {
    return [...options, ...positional.parameters.map((one) => bracket(`${one.placeholder}`, one.optional !== true))];
  }
  return [...options, bracket(`${positional.parameter.placeholder}...`, (positional.minimum ?? 0) > 0)];
}

function bracket(name: string, isRequired: boolean): string {
  return isRequired ? `<${name}>` : `[${name}]`;
}

function argumentRows({ parameters: { positional } }: Command<CommandContext>): readonly Row[] {
  if (!positional) return [];
  const all = positional.kind === "tuple" ? positional.parameters : [positional.parameter];
  return all.map(({ placeholder, brief }) => [`${placeholder}${positional.kind === "array" ? "..." : ""}`, t(brief)]);
}

function optionRows({ parameters: { flags = {} } }: Command<CommandContext>): readonly Row[] {
  return Object.entries(flags).map(([name, flag]) => {
    const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [`    ${optionTerm(kebab, flag)}`, `${t(flag.brief)}${notes(flag)}`];
  });
}

/** What is on by default is shown by what turns it off. */
function optionTerm(name: string, flag: Flag): string {
  if (flag.kind === "boolean") return flag.default === true ? `--no-${name}` : `--${name}`;
  const value = flag.kind === "enum" ? flag.values.join("|") : (flag.placeholder ?? "value");
  return `--${name} <${value}>`;
}

function notes(flag: Flag): string {
  const isRepeatable = "variadic" in flag && flag.variadic !== undefined;
  const value = flag.kind !== "boolean" && "default" in flag ? flag.default : undefined;
  const repeatable = isRepeatable ? t(" (repeatable)") : "";
  return `${repeatable}${typeof value === "string" ? t(" (default: {value})", { value }) : ""}`;
}

function commandRows(routes: RouteMap<CommandContext>): readonly Row[] {
  return routes.getAllEntries().map(({ name, target }) => [name["convert-camel-to-kebab"], t(target.brief)]);
}

/** Broken where the terminal ends, and not where the source does. */
function paragraphs(text: string, width: number): string {
  const whole = text.replaceAll(/(?<=\p{Script=Han}[，。；：、]?)\n(?=\S)/gu, "").replaceAll(/(?<=\S)\n(?=\S)/g, " ");
  return whole
    .split("\n")
    .flatMap((line) => wrapLine(line, width))
    .join("\n");
}

function section(title: string, rows: readonly Row[], width: number): string {
  if (rows.length === 0) return "";
  const column = Math.max(...rows.map(([term]) => term.length)) + 4;
  const lines = rows.flatMap(([term, description]) => {
    const [first = "", ...rest] = wrapLine(description, Math.max(30, width - column));
    return [`  ${term.padEnd(column - 2)}${first}`, ...rest.map((line) => " ".repeat(column) + line)];
  });
  return `${title}:\n${lines.join("\n")}`;
}
