/**
 * Reads a URL that something is about to connect to. The parser is the one that will be used to connect, so nothing
 * can look like one host here and be another there.
 */

import { quote } from "../quote.ts";

export type WebUrl = { readonly url: URL } | { readonly problem: string };

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "ws:", "wss:"]);

export function readWebUrl(text: string, base?: URL): WebUrl {
  if (!URL.canParse(text, base)) return { problem: "not a valid URL" };
  const url = new URL(text, base);
  // Redirects to file: or unix: would reach what no network check sees.
  if (!SCHEMES.has(url.protocol))
    return { problem: `the scheme ${quote(url.protocol)} is not supported; use http or https` };
  if (url.username !== "" || url.password !== "") {
    return {
      problem: "the URL contains a user name or password; send credentials in a header, which is kept out of logs",
    };
  }
  return url.hostname === "" ? { problem: "the URL has no host" } : { url };
}
