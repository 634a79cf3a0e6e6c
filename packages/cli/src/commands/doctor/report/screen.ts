/**
 * The report on one screen: a line for each agent, file and server, and below it what is wrong with it and what to do.
 */

import { stateText } from "../../../messages/state-text.ts";
import { duration, t } from "../../../messages/t.ts";
import { printableLine } from "../../../terminal/printable.ts";
import type { Format, Style } from "../../../terminal/style.ts";
import { textWidth } from "../../../terminal/text-width.ts";
import { wrapLine } from "../../../terminal/wrap-line.ts";
import type { Finding } from "../findings/finding.ts";
import { reachTable } from "./reach-table.ts";
import type { Report, ReportedServer } from "./report.ts";

export interface ScreenOptions {
  readonly style: Style;
  readonly home: string;
  /** Shows notes, agents that are not installed, and what each server is. */
  readonly isVerbose: boolean;
}

const MARKS: Readonly<Record<Finding["severity"], readonly [mark: string, format: Format]>> = {
  error: ["✗", "red"],
  warning: ["!", "yellow"],
  note: ["·", "dim"],
};

export function screenText(report: Report, options: ScreenOptions): string {
  const sections = [
    section(t("Agents"), agentRows(report, options), options),
    section(t("Configurations"), fileRows(report, options), options),
    section(t("Servers"), serverRows(report, options), options),
    section(t("Runtimes"), options.isVerbose ? runtimeRows(report, options) : [], options),
    reachTable(report, options),
    section(t("Doctor"), rowsOf([{ cells: [], findings: findingsOf(report, "doctor", undefined, options) }]), options),
    summary(report, options),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

interface Row {
  readonly cells: readonly string[];
  readonly findings: readonly Finding[];
  /** In place of the mark of its worst finding. */
  readonly mark?: string;
}

function agentRows(report: Report, options: ScreenOptions): readonly Row[] {
  const { agents, editors } = report;
  const shown = agents.filter(
    ({ state, name }) =>
      state === "installed" || options.isVerbose || findingsOf(report, "agent", name, options).length > 0,
  );
  const rows = shown.map(({ name, title, state, version = "", file }): Row => {
    const where = file === undefined ? stateText(state) : short(file, options);
    const mark = state === "installed" ? undefined : "·";
    return {
      cells: [name, [title, version].join(" ").trim(), where],
      findings: findingsOf(report, "agent", name, options),
      ...(mark && { mark }),
    };
  });
  const byEditor = Map.groupBy(editors, ({ editor }) => editor);
  for (const [editor, own] of byEditor) {
    const names = own
      .map(({ name, isWrapped }) => (isWrapped ? t("{agent} (wrapped)", { agent: name }) : name))
      .join(", ");
    rows.push({
      cells: [editor, t("starts {names}", { names }), short(own[0]?.file ?? "", options)],
      findings: findingsOf(report, "editor", editor, options),
    });
  }
  const fetched = agents.filter(({ state }) => state === "can be fetched").length;
  if (rows.length === 0)
    rows.push({
      cells: [fetched > 0 ? t("none installed; npx can fetch {count}", { count: fetched }) : t("none installed")],
      findings: [],
      mark: "·",
    });
  return rows;
}

function fileRows(report: Report, options: ScreenOptions): readonly Row[] {
  if (report.files.length === 0) return [{ cells: [t("none found")], findings: [], mark: "·" }];
  return report.files.flatMap(({ title, file, servers }): readonly Row[] => {
    const findings = findingsOf(report, "file", file, options);
    const isShown = options.isVerbose || findings.length > 0 || servers > 0;
    return isShown ? [{ cells: [title, short(file, options), serverCount(servers)], findings }] : [];
  });
}

function serverRows(report: Report, options: ScreenOptions): readonly Row[] {
  return report.servers.map((server): Row => {
    const findings = findingsOf(report, "server", server.id, options);
    const cells = [printableLine(server.name), server.title, ...stateCells(server)];
    if (options.isVerbose) cells.push(printableLine(server.target));
    const isQuiet = server.state !== "listed" && findings.every(({ severity }) => severity === "note");
    return { cells, findings, ...(isQuiet && { mark: "·" }) };
  });
}

function runtimeRows({ runtimes }: Report, options: ScreenOptions): readonly Row[] {
  return runtimes.map(({ title, command, file, servers }) => {
    const where = file === undefined ? t("not installed") : short(file, options);
    return {
      cells: [command, title, where, serverCount(servers)],
      findings: [],
      ...(file === undefined && { mark: "✗" }),
    };
  });
}

function stateCells({ state, milliseconds, tools, tokens }: ReportedServer): readonly string[] {
  if (tools === undefined || milliseconds === undefined) return [stateText(state)];
  const values = {
    state: stateText(state),
    time: duration(milliseconds),
    tools: t({ one: "{count} tool", other: "{count} tools" }, { count: tools }),
    tokens: tokens ?? 0,
  };
  return [t("{state} in {time}, {tools}, {tokens} tokens", values)];
}

function serverCount(count: number): string {
  return t({ one: "{count} server", other: "{count} servers" }, { count });
}

function findingsOf(
  { findings }: Report,
  type: Finding["subject"]["type"],
  id: string | undefined,
  { isVerbose }: ScreenOptions,
): readonly Finding[] {
  return findings.filter(
    ({ subject, severity }) =>
      subject.type === type && (id === undefined || subject.id === id) && (isVerbose || severity !== "note"),
  );
}

function rowsOf(rows: readonly Row[]): readonly Row[] {
  return rows.filter(({ cells, findings }) => cells.length > 0 || findings.length > 0);
}

function section(title: string, rows: readonly Row[], options: ScreenOptions): string {
  if (rows.length === 0) return "";
  const { paint } = options.style;
  const columns = Math.max(...rows.map(({ cells }) => cells.length));
  const widths = Array.from({ length: columns - 1 }, (_, column) =>
    Math.max(...rows.map(({ cells }) => textWidth(cells[column] ?? ""))),
  );
  const lines = rows.flatMap((row) => rowLines(row, widths, options));
  return [paint("bold", title), ...lines].join("\n");
}

function rowLines(
  { cells, findings, mark }: Row,
  widths: readonly number[],
  options: ScreenOptions,
): readonly string[] {
  const { paint } = options.style;
  const [worst] = findings;
  const [sign, format]: readonly [string, Format] =
    mark === undefined ? (worst ? MARKS[worst.severity] : ["✓", "green"]) : [mark, "dim"];
  const text = cells
    .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - textWidth(cell))))
    .join("  ");
  const head = cells.length === 0 ? [] : wrapped(`  ${paint(format, sign)} `, text.trimEnd(), 4, options);
  return [...head, ...findings.flatMap((finding) => findingLines(finding, options))];
}

function findingLines({ severity, cause, fix, where }: Finding, options: ScreenOptions): readonly string[] {
  const [sign, format] = MARKS[severity];
  const { paint } = options.style;
  const text = printableLine(cause);
  const isExact = where !== undefined && (options.isVerbose || /:\d+$/.test(where));
  const said = isExact ? t("{cause} ({where})", { cause: text, where: short(where, options) }) : text;
  return [
    ...wrapped(`    ${paint(format, sign)} `, said, 6, options),
    ...(fix === undefined ? [] : wrapped(`      ${paint("cyan", "→")} `, fix, 8, options)),
  ];
}

/** `start` may be coloured; `indent` is how wide it is. */
function wrapped(start: string, text: string, indent: number, { style }: ScreenOptions): readonly string[] {
  const rows = style.width === undefined ? [text] : wrapLine(text, Math.max(20, style.width - indent));
  return rows.map((row, index) => (index === 0 ? start + row : " ".repeat(indent) + row));
}

function summary({ findings, servers }: Report, options: ScreenOptions): string {
  const { paint } = options.style;
  const count = (severity: Finding["severity"]) => findings.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const listed = servers.filter(({ state }) => state === "listed").length;
  const arrived = t(
    { one: "{listed} of {count} server listed its tools.", other: "{listed} of {count} servers listed their tools." },
    { listed, count: servers.length },
  );
  const wrong =
    errors + warnings === 0
      ? ""
      : t("{errors}, {warnings}. ", {
          errors: t({ one: "{count} error", other: "{count} errors" }, { count: errors }),
          warnings: t({ one: "{count} warning", other: "{count} warnings" }, { count: warnings }),
        });
  const [sign, format] = errors > 0 ? MARKS.error : warnings > 0 ? MARKS.warning : (["✓", "green"] as const);
  return wrapped(`${paint(format, sign)} `, wrong + arrived, 2, options).join("\n");
}

function short(path: string, { home }: ScreenOptions): string {
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}
