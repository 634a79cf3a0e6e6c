/**
 * The report as one page that needs nothing else: no script, no font, no request.
 */

import { formatDuration } from "@tenon/basis";

import type { Finding } from "../findings/finding.ts";
import type { Progress } from "../findings/reach.ts";
import type { Report } from "./report.ts";

export function htmlPage(report: Report): string {
  const { agents, files, servers, findings, cwd } = report;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>tenon doctor: ${errors === 0 ? "no errors" : `${errors} errors`}</title>
<style>${STYLE}</style>
<h1>tenon doctor</h1>
<p>${escape(cwd)}</p>
<h2>Findings</h2>
${findings.length === 0 ? "<p>None.</p>" : `<ul>${findings.map(findingItem).join("")}</ul>`}
<h2>Servers</h2>
${table(
  ["name", "client", "state", "time", "tools", "tokens", "what"],
  servers.map(({ name, title, state, milliseconds, tools, tokens, target }) => [
    name,
    title,
    state,
    milliseconds === undefined ? "" : formatDuration(milliseconds),
    `${tools ?? ""}`,
    `${tokens ?? ""}`,
    target,
  ]),
)}
${reachSection(report)}
<h2>Configurations</h2>
${table(
  ["client", "file", "scope", "servers"],
  files.map(({ title, file, scope, servers: count }) => [title, file, scope, `${count}`]),
)}
<h2>Agents</h2>
${table(
  ["name", "agent", "version", "state", "file"],
  agents.map(({ name, title, version = "", state, file = "" }) => [name, title, version, state, file]),
)}
</html>
`;
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
li { margin: .4rem 0 } .error { color: #c62828 } .warning { color: #a15c00 } .where { opacity: .7 }
@media (prefers-color-scheme: dark) { .error { color: #ff8a80 } .warning { color: #ffca6a } }
`;

function findingItem({ severity, subject, cause, fix, where }: Finding): string {
  const at = where === undefined ? "" : ` <span class="where">${escape(where)}</span>`;
  const todo = fix === undefined ? "" : `<br>→ ${escape(fix)}`;
  return `<li><b class="${severity}">${severity}</b> ${escape(subject.id)}: ${escape(cause)}${at}${todo}</li>`;
}

function reachSection({ reach }: Report): string {
  const agents = [...new Set(reach.map(({ agent }) => agent))];
  if (agents.length === 0) return "";
  const rows = [...new Set(reach.map(({ server }) => server))].map((id) => [
    id,
    ...agents.map((agent) => {
      const found = reach.find((one) => one.agent === agent && one.server === id);
      if (!found) return "–";
      return found.wrapped ? `${progress(found.bare)} / wrapped: ${progress(found.wrapped)}` : progress(found.bare);
    }),
  ]);
  return `<h2>How far each server gets</h2>\n${table(["server", ...agents], rows)}`;
}

function progress({ reached, stop, proof }: Progress): string {
  return `${reached}${stop === undefined ? "" : `: ${stop.replaceAll("_", " ")}`} (${proof})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "<p>None.</p>";
  const line = (tag: string, cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join("")}</tr>`;
  return `<table>${line("th", head)}${rows.map((row) => line("td", row)).join("")}</table>`;
}

function escape(text: string): string {
  const codes: Readonly<Record<string, string>> = {
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  };
  return text.replaceAll(/[&<>"']/g, (character) => codes[character] ?? character);
}
