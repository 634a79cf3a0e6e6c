/**
 * Makes a chunk take Node's own modules as `require` would. An import of one as a module asks it for each of its exports, and
 * some of them are loaded only then: `node:fs` and `node:util` take 6 ms of processor time that way, and nothing otherwise.
 */

const IMPORT = /^\s*import\s*(?:(?<names>[^"'`;]*?)\s*from\s*)?["'](?<source>[^"']+)["'];?/;

/** The imports at the beginning of a file; what stands below them may be text that only looks like one. */
export function withPlainBuiltins(code: string): string {
  let rest = code;
  let head = "";
  let builtins = "";
  for (let match = IMPORT.exec(rest); match; match = IMPORT.exec(rest)) {
    const { names, source = "" } = match.groups ?? {};
    if (names !== undefined && source.startsWith("node:")) builtins += declarations(names, source);
    else head += match[0];
    rest = rest.slice(match[0].length);
  }
  return head + builtins + rest;
}

function declarations(names: string, source: string): string {
  const module = `process.getBuiltinModule(${JSON.stringify(source)})`;
  const whole = /^(?:\*\s*as\s+)?(?<name>[\w$]+)\s*(?:,|$)/.exec(names.trim())?.groups?.["name"];
  const named = /\{(?<list>[^}]*)\}/.exec(names)?.groups?.["list"] ?? "";
  const pairs = named
    .split(",")
    .map((each) => each.trim().split(/\s+as\s+/))
    .filter(([name]) => name !== "");
  const defaults = [whole, ...pairs.flatMap(([name, local]) => (name === "default" ? [local] : []))];
  const others = pairs
    .filter(([name]) => name !== "default")
    .map(([name, local]) => (local ? `${name}:${local}` : name));
  return [
    ...defaults.filter((name) => name !== undefined).map((name) => `const ${name}=${module};`),
    ...(others.length > 0 ? [`const{${others.join(",")}}=${module};`] : []),
  ].join("");
}
