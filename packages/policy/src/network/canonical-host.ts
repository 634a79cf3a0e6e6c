/**
 * The host of a URL in the one way we compare it: small letters, punycode, plain IP addresses, no brackets, no dot at
 * the end. The URL's parser has already undone decimal, octal and hexadecimal notations.
 */
export function canonicalHost(url: URL): string {
  return url.hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}
