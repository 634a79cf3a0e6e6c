/**
 * The pages of the site, in the order in which they are read. A page of docs/ that is not listed comes last.
 */

import { readdirSync } from "node:fs";

type Group = readonly [title: string, pages: readonly string[]];

export function siteContents(docs: string): readonly Group[] {
  const listed = new Set(contents.flatMap(([, pages]) => pages));
  const written = readdirSync(docs).flatMap((file) => (file.endsWith(".md") ? [file.replace(/\.md$/, "")] : []));
  const others = written.filter((name) => !listed.has(name));
  return others.length === 0 ? contents : [...contents, ["More", others]];
}

const contents: readonly Group[] = [
  ["Start here", ["start", "page", "compare"]],
  ["Editors and agents", ["editors", "agents", "wrap", "models", "arrival"]],
  ["Your tools", ["tools", "configuration", "permissions", "commands"]],
  ["Write toolsets", ["toolsets", "database", "delivery"]],
  ["On the command line", ["run", "log", "doctor", "troubleshooting"]],
  ["Deployment", ["serve", "deploy", "people", "connect"]],
  ["In your own program", ["client", "embedding", "timeline", "journal", "hub"]],
  ["Reference", ["extensions", "exit-codes", "rules"]],
];
