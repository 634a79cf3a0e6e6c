/**
 * Names what was asked about. Arguments, queries and values stay out: they carry secrets, and reasons end up in logs.
 */

import { quote } from "../quote.ts";
import type { CommandSubject, Subject } from "../subject.ts";
import { renderWords } from "../shell/command-words.ts";

export function describeSubject(subject: Subject): string {
  if (subject.type === "tool-call") return describeTool(subject);
  if (subject.type === "server") return `Server ${quote(subject.server)}`;
  if (subject.type === "environment") return `Variable ${quote(subject.variable)} for server ${quote(subject.server)}`;
  if (subject.type === "url") return `Address ${quote(originOf(subject.url))}`;
  if (subject.type === "command") return `Command ${quote(lineOf(subject))}`;
  return `${subject.access === "read" ? "Reading" : "Writing"} ${quote(subject.asked ?? subject.path)}`;
}

function describeTool({ tool, server }: { readonly tool: string; readonly server?: string | undefined }): string {
  return `Tool ${quote(tool)}${server === undefined ? "" : ` of server ${quote(server)}`}`;
}

function originOf(url: string): string {
  if (!URL.canParse(url)) return "(not a URL)";
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function lineOf(subject: CommandSubject): string {
  return "shell" in subject ? subject.shell : renderWords([subject.command, ...(subject.args ?? [])]);
}
