/**
 * Decides about a redirect: the new URL is checked like the first one [P44].
 */

import type { Decision } from "../rules/decision.ts";
import { describeSubject } from "../rules/describe-subject.ts";
import { checkUrl, type UrlCheck, type UrlCheckOptions, type WebSubject } from "./check-url.ts";
import { readWebUrl } from "../network/web-url.ts";

export interface RedirectCheck extends UrlCheck {
  /** Where to go: the location, seen from the URL that redirected. Only if that is a URL at all. */
  readonly url?: string;
}

/** `subject` is what was checked, with the URL that answered; `location` is what the answer says. */
export async function checkRedirect(
  subject: WebSubject,
  location: string,
  options: UrlCheckOptions,
): Promise<RedirectCheck> {
  const from = new URL(subject.url);
  const read = readWebUrl(location, from);
  if ("problem" in read) return { ...denied(subject, read.problem), networks: [] };
  const { url } = read;
  const check = await checkUrl({ ...subject, url: url.href, network: undefined }, options);
  if (isSecure(from) && !isSecure(url)) {
    return { ...check, ...denied(subject, "it goes from an encrypted connection to an unencrypted one") };
  }
  return { ...check, url: url.href };
}

function isSecure(url: URL): boolean {
  return url.protocol === "https:" || url.protocol === "wss:";
}

function denied(subject: WebSubject, problem: string): Decision {
  const reason = `A redirect of ${describeSubject(subject)} is denied: ${problem}.`;
  return { effect: "deny", reason, by: { type: "check", check: "redirect" } };
}
