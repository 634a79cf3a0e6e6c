/**
 * The report as one page that needs nothing else: no script, no font, no request.
 */

import { stateText } from "../../../messages/state-text.ts";
import { duration, languageTag, phrase, t } from "../../../messages/t.ts";
import type { Finding } from "../findings/finding.ts";
import type { Progress } from "../findings/reach.ts";
import type { Report } from "./report.ts";

export function htmlPage(report: Report): string {
  const { agents, files, servers, findings, cwd } = report;
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return `<!doctype html>
<html lang="${languageTag()}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>tenon doctor: ${errors === 0 ? t("no errors") : t("{errors} errors", { errors })}</title>
<style>${STYLE}</style>
<h1>tenon doctor</h1>
<p>${escape(cwd)}</p>
<h2>${t("Findings")}</h2>
${findings.length === 0 ? `<p>${t("None.")}</p>` : `<ul>${findings.map(findingItem).join("")}</ul>`}
<h2>${t("Servers")}</h2>
${table(
  [t("name"), t("client"), t("state"), t("time"), t("tools"), t("tokens"), t("what")],
  servers.map(({ name, title, state, milliseconds, tools, tokens, target }) => [
    name,
    title,
    stateText(state),
    milliseconds === undefined ? "" : duration(milliseconds),
    `${tools ?? ""}`,
    `${tokens ?? ""}`,
    target,
  ]),
)}
${reachSection(report)}
<h2>${t("Configurations")}</h2>
${table(
  [t("client"), t("file"), t("scope"), t("servers")],
  files.map(({ title, file, scope, servers: count }) => [title, file, t(SCOPES[scope]), `${count}`]),
)}
<h2>${t("Agents")}</h2>
${table(
  [t("name"), t("agent"), t("version"), t("state"), t("file")],
  agents.map(({ name, title, version = "", state, file = "" }) => [name, title, version, stateText(state), file]),
)}
</html>
`;
}

const SCOPES = { user: phrase("user"), project: phrase("project") } as const;

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto }
th, td { text-align: left; padding: .2rem .8rem .2rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
li { margin: .4rem 0 } .error { color: #c62828 } .warning { color: #a15c00 } .where { opacity: .7 }
@media (prefers-color-scheme: dark) { .error { color: #ff8a80 } .warning { color: #ffca6a } }
`;

const SEVERITIES = { error: phrase("error"), warning: phrase("warning"), note: phrase("note") } as const;

function findingItem({ severity, subject, cause, fix, where }: Finding): string {
  const at = where === undefined ? "" : ` <span class="where">${escape(where)}</span>`;
  const todo = fix === undefined ? "" : `<br>→ ${escape(fix)}`;
  return `<li><b class="${severity}">${t(SEVERITIES[severity])}</b> ${escape(subject.id)}: ${escape(cause)}${at}${todo}</li>`;
}

function reachSection({ reach }: Report): string {
  const agents = [...new Set(reach.map(({ agent }) => agent))];
  if (agents.length === 0) return "";
  const rows = [...new Set(reach.map(({ server }) => server))].map((id) => [
    id,
    ...agents.map((agent) => {
      const found = reach.find((one) => one.agent === agent && one.server === id);
      if (!found) return "–";
      if (!found.wrapped) return progress(found.bare);
      return t("{bare} / wrapped: {wrapped}", { bare: progress(found.bare), wrapped: progress(found.wrapped) });
    }),
  ]);
  return `<h2>${t("How far each server gets")}</h2>\n${table([t("server"), ...agents], rows)}`;
}

function progress({ reached, stop, proof }: Progress): string {
  const values = { state: stateText(reached), proof: stateText(proof) };
  return stop === undefined
    ? t("{state} ({proof})", values)
    : t("{state}: {stop} ({proof})", { ...values, stop: stateText(stop) });
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return `<p>${t("None.")}</p>`;
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
