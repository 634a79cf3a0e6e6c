/**
 * A server as doctor knows it. What it is, in one line that may be shown: no values of variables and headers, no user,
 * password or query of an address, no argument that looks like a secret.
 */

import { defined, isObject, stringOf } from "@tenon/basis";
import type { ServerSpec } from "@tenon/hub";
import { createRedactor } from "@tenon/policy";

import type { FileFacts, ServerFacts } from "../facts.ts";
import { specSecrets } from "./spec-secrets.ts";

export function serverFacts(
  spec: ServerSpec,
  { client, title, file, scope }: Pick<FileFacts, "client" | "title" | "file" | "scope">,
  entry?: unknown,
): Omit<ServerFacts, "problems"> {
  const { name } = spec;
  const transport = spec.type === "stdio" || spec.type === "http" || spec.type === "sse" ? spec.type : undefined;
  const target = targetOf(spec, entry);
  return { id: `${client}/${name}`, name, client, title, file, scope, target, spec, ...defined({ transport }) };
}

/** `entry` is how it is written, for a server that cannot be used. */
function targetOf(spec: ServerSpec, entry?: unknown): string {
  const redactor = createRedactor({ secrets: specSecrets(spec) });
  if (spec.type === "stdio") return redactor.redact([spec.command, ...spec.args.map(bareUrl)].join(" "));
  if (spec.type === "http" || spec.type === "sse") return redactor.redact(bareUrl(spec.url));
  const written = isObject(entry) ? (stringOf(entry["command"]) ?? stringOf(entry["url"])) : undefined;
  return written === undefined ? "" : redactor.redact(bareUrl(written));
}

/** An address without what may be secret in it; any other text as it is. */
function bareUrl(text: string): string {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? URL.parse(text) : null;
  if (!url) return text;
  const hasQuery = url.search !== "" || url.hash !== "";
  url.username = "";
  url.password = "";
  url.search = "";
  url.hash = "";
  return `${url.href}${hasQuery ? "?…" : ""}`;
}
