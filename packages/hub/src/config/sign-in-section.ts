/**
 * How to sign in to servers that others give, by the origin of their URL: the section `signIn` of the user's own file.
 */

import { pathTo } from "./json/parse-json.ts";
import type { RemoteServerSpec, ServerSpec, SignInSpec } from "../server-spec.ts";
import { expander, type Surroundings } from "./expand-text.ts";
import type { Problem } from "./problem.ts";
import type { ReadConfiguration } from "./read-configuration-file.ts";
import { expandSignIn } from "./spec-from-entry.ts";

export type SignInByOrigin = Readonly<Record<string, SignInSpec>>;

/** What cannot be used is a problem, and left out: half of it might be sent to the wrong place. */
export function readSignInSection(
  { file, content, positionOf }: ReadConfiguration,
  surroundings: Surroundings,
): { readonly byOrigin: SignInByOrigin; readonly problems: readonly Problem[] } {
  const byOrigin: Record<string, SignInSpec> = {};
  const problems: Problem[] = [];
  for (const [origin, written] of Object.entries(content.signIn ?? {})) {
    const path = pathTo("signIn", origin);
    const before = problems.length;
    const note = (code: Problem["code"], message: string, at: string) =>
      void problems.push({ level: "error", code, message, file, path: at, ...positionOf(at) });
    const signIn = expandSignIn(written, { path, expand: expander(surroundings, note) });
    if (!isOrigin(origin)) note("invalid", "must be the origin of a URL, such as https://mcp.example.com", path);
    if (problems.length === before) byOrigin[new URL(origin).origin] = signIn;
  }
  return { byOrigin, problems };
}

/** The server, with how to sign in to it if it does not say itself. A project's server is not given what is the user's. */
export function withSignIn(spec: ServerSpec, byOrigin: SignInByOrigin): ServerSpec {
  if (!isRemote(spec) || spec.signIn || spec.source === "project") return spec;
  const signIn = byOrigin[URL.parse(spec.url)?.origin ?? ""];
  return signIn ? { ...spec, signIn } : spec;
}

function isRemote(spec: ServerSpec): spec is RemoteServerSpec {
  return spec.type === "http" || spec.type === "sse";
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}
