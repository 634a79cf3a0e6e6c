/**
 * The texts that the command line says, as its sources have them.
 */

import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { isObject, type JsonObject, objectOf } from "@tenon/basis";
import { parseSync } from "vite";

export interface SpokenTexts {
  /** The texts given to `t` and `phrase`, and those of sizes and durations. */
  readonly keys: ReadonlySet<string>;
  /** Sentences that a person would read in English, whatever their language. */
  readonly untranslated: readonly string[];
  /** Texts that are translated when a file is loaded, before the language is known. */
  readonly early: readonly string[];
}

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const TRANSLATES = new Set<unknown>(["t", "phrase", "translate"]);

/** What prints or asks, so that one word of it is enough. */
const PRINTS = new Set<unknown>("writeStdout write textTable section warn print confirm askYesOrNo ask".split(" "));

/** Files whose sentences are for no person. */
const OTHER_READERS = [
  "messages/zh.ts",
  "commands/completion/completion-script.ts", // for shells
  "commands/doctor/fix/paste-snippets.ts", // for editors
  "commands/doctor/probe/model/", // for agents
  "commands/log/wire-lines.ts", // in the words of the protocol
  "traces/", // for a collector, and the log of `tenon serve`
];

/** Sentences that stay as they are. */
const SAME = new Map([
  ["Show help", "for the command line's library; help-text.ts has its own"],
  ["Show the version", "for the command line's library; help-text.ts has its own"],
  ["{} agent", "a command line"],
  ["tenon run --sign-in {} …", "a command line"],
  ["`tenon tools sign-in {}`", "a command line"],
  ["{}: tenon tools sign-in {}", "a command line"],
  ["{} with Tenon", "a name in an editor's settings"],
  ["{} at {}", "the name of an agent in the record, and in a question of @tenon/connect"],
  ["The agent", "in a question of @tenon/connect"],
  ["ACP Client of VS Code", "a name"],
  ["--policy deny", "a name"],
  ["{} {}, MCP {}\n", "names and versions"],
  ["proxy chain", "the name of an agent in the record"],
  ["already decided by the Tenon agent", "the name of a rule, in the record"],
  ["could not be connected", "compared with a notice of our agent"],
  ["needs you to sign in", "compared with a notice of our agent"],
  ["needs your trust", "compared with a notice of our agent"],
  ["It did not answer within {} ms", "a fact; server-failure.ts translates it"],
  ["{} is not in its own hub", "a defect of ours"],
  ["Say one word.", "for a model"],
  ["Proves that a tool arrives. Call it with the nonce that you were given.", "for a model"],
  ["It arrived.", "for a model"],
  [" and ", "for a model"],
  [
    'This is a test of MCP servers. Call the tools {}, each once, with the argument nonce "{}". Your tools may ',
    "for a model",
  ],
  ["have a prefix before these names. If you do not have one of them, leave it out. Do nothing else.", "for a model"],
]);

/** `helpTexts` are what the commands declare; they are translated when they are printed. */
export function readSpokenTexts(helpTexts: readonly string[]): SpokenTexts {
  const keys = new Set<string>();
  const states = new Set<string>();
  const untranslated: string[] = [];
  const early: string[] = [];
  const files = [...globSync("packages/cli/src/**/*.ts", { cwd: ROOT }), "packages/basis/src/format.ts"];
  // The words of states first: code compares them, and they are translated where they are shown.
  for (const file of files.toSorted((one) => (one.endsWith("state-text.ts") ? -1 : 0))) {
    const { program } = parseSync(file, readFileSync(`${ROOT}/${file}`, "utf8"));
    const where = file.replace("packages/cli/src/", "");
    visit(program, { where, isInFunction: false, isPrinted: false });
  }
  return { keys, untranslated, early };

  function visit(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const each of value) visit(each, scope);
    if (!isObject(value)) return;
    const { type, callee } = value;
    const name = objectOf(callee)["name"] ?? objectOf(objectOf(callee)["property"])["name"];
    if (typeof type === "string" && (type.startsWith("TS") || type === "ImportDeclaration")) {
      if (type !== "TSAsExpression" && type !== "TSSatisfiesExpression") return;
    }
    if (type === "Property" && objectOf(value["key"])["name"] === "placeholder") return;
    const text = textOf(value);
    if (text !== undefined) takeText(text, scope);
    const isInFunction = scope.isInFunction || (typeof type === "string" && type.includes("Function"));
    const inside = { ...scope, isInFunction };
    if (type === "CallExpression" && TRANSLATES.has(name)) {
      const [given, ...values] = Array.isArray(value["arguments"]) ? value["arguments"] : [];
      takeKey(given, name, scope);
      visit(values, inside);
    } else {
      // What is in a pair of braces of a template is drawn too.
      const isPrinted = type === "CallExpression" ? PRINTS.has(name) : scope.isPrinted && isTransparent(type);
      for (const part of Object.values(value)) visit(part, { ...inside, isPrinted });
    }
  }

  function takeKey(given: unknown, name: unknown, { where, isInFunction }: Scope): void {
    const key = keyOf(objectOf(given));
    if (key === undefined) return;
    keys.add(key);
    if (where.endsWith("state-text.ts")) states.add(key);
    if (name === "t" && !isInFunction) early.push(`${where}: ${key}`);
  }

  function takeText(text: string, { where, isPrinted }: Scope): void {
    if (OTHER_READERS.some((path) => where.startsWith(path)) || where.startsWith("packages/basis")) return;
    const said = text.replaceAll(UNSAID, "");
    const isRead = isPrinted ? /\p{L}{2}/u.test(said) : SENTENCE.test(said);
    if (!isRead || SAME.has(text) || states.has(text) || helpTexts.some((help) => help.includes(text))) return;
    untranslated.push(`${where}: ${text}`);
  }
}

/** Two words or more, of which the second is no name; or one that ends like a sentence. */
const SENTENCE = /[\p{L}\d}][,;:.]? \p{Ll}{2,}[^=]|^\p{Lu}\p{Ll}+[.!?:]$|^\p{Lu}\p{Ll}+:? \{\}/u;

/** What begins a message, tags, the name of a page, style sheets, and events in the log of `tenon serve`. */
const UNSAID = /^tenon: |<[^>]*>|tenon doctor|^\nbody \{[^]*$|^[a-z]+-warn$/gu;

interface Scope {
  readonly where: string;
  readonly isInFunction: boolean;
  /** It is part of what is printed. */
  readonly isPrinted: boolean;
}

/** What hands on a text as it is. */
function isTransparent(type: unknown): boolean {
  return ["ArrayExpression", "ConditionalExpression", "TemplateLiteral", "LogicalExpression", "SpreadElement"].includes(
    String(type),
  );
}

/** A string, or a template with `{}` for each of its values. */
function textOf(node: JsonObject): string | undefined {
  if (node["type"] === "Literal" && typeof node["value"] === "string") return node["value"];
  const quasis = node["type"] === "TemplateLiteral" ? node["quasis"] : undefined;
  return Array.isArray(quasis) ? quasis.map((quasi) => cookedOf(objectOf(quasi))).join("{}") : undefined;
}

function cookedOf(quasi: JsonObject): unknown {
  return objectOf(quasi["value"])["cooked"];
}

/** A text, or the `other` of plural forms. */
function keyOf(node: JsonObject): string | undefined {
  const properties = Array.isArray(node["properties"]) ? node["properties"] : [];
  const other = properties.map(objectOf).find((property) => objectOf(property["key"])["name"] === "other");
  return other ? textOf(objectOf(other["value"])) : textOf(node);
}
