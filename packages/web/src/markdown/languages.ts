/**
 * The highlighted languages, by every name used after a fence.
 */

const NAMES: Readonly<Record<string, readonly string[]>> = {
  bash: ["bash", "sh", "shell", "zsh", "shellscript", "console"],
  c: ["c", "h"],
  cpp: ["cpp", "c++", "cc", "hpp"],
  csharp: ["csharp", "cs", "c#"],
  css: ["css"],
  diff: ["diff", "patch"],
  dockerfile: ["dockerfile", "docker"],
  go: ["go", "golang"],
  graphql: ["graphql", "gql"],
  html: ["html"],
  ini: ["ini", "properties"],
  java: ["java"],
  javascript: ["javascript", "js", "mjs", "cjs"],
  json: ["json", "jsonc", "json5"],
  jsx: ["jsx"],
  kotlin: ["kotlin", "kt"],
  lua: ["lua"],
  make: ["make", "makefile"],
  markdown: ["markdown", "md"],
  php: ["php"],
  python: ["python", "py"],
  ruby: ["ruby", "rb"],
  rust: ["rust", "rs"],
  sql: ["sql"],
  swift: ["swift"],
  toml: ["toml"],
  tsx: ["tsx"],
  typescript: ["typescript", "ts", "mts", "cts"],
  xml: ["xml", "svg"],
  yaml: ["yaml", "yml"],
};

const BY_NAME: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([language, names]) => names.map((name) => [name, language] as const)),
);

/** The language that a name stands for. */
export function languageOf(name: string): string | undefined {
  return BY_NAME.get(name.toLowerCase());
}

export function isKnownLanguage(name: string): boolean {
  return languageOf(name) !== undefined;
}
