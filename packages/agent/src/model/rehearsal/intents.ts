/**
 * Plain requests for the agent's own tools: what people type in their first minute. The first row that fits counts.
 */

import type { ModelTool, ToolResult } from "../model.ts";
import { findValues, folderIn, withoutQuotes } from "./find-values.ts";
import { type Language, TEXTS } from "./languages.ts";

type Values = Readonly<Record<string, string | undefined>>;

export interface Asked {
  readonly text: string;
  readonly language: Language;
  /** Answers to our questions. */
  readonly given: Values;
  /** The path that the prompt mentions last before this request. */
  readonly lastPath: string | undefined;
}

export interface PlannedCall {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

export type Plan =
  | { readonly say: "who" | "welcome" | "tools" }
  | { readonly ask: string }
  | { readonly calls: readonly PlannedCall[] };

/** `done` are the results of its calls so far. */
export function planOwn(asked: Asked, tools: readonly ModelTool[], done: readonly ToolResult[]): Plan | undefined {
  const has = (tool: string) => tools.some(({ name }) => name === tool);
  const text = asked.text.trim().replaceAll(POLITE, "");
  const plain = withoutQuotes(text);
  const say = SAY.find(([when]) => when.test(plain))?.[1];
  if (say) return { say };
  const { said, quoted } = read(text, asked);
  for (const [when, needs, plan] of has("read_file") ? INTENTS : []) {
    const match = when.test(plain) && when.exec(text);
    if (!match) continue;
    const values: Values = {
      ...said,
      ...Object.fromEntries(Object.entries(match.groups ?? {}).filter(([, value]) => value)),
      ...asked.given,
    };
    const missing = needs.find((name) => values[name] === undefined);
    if (missing !== undefined) return { ask: missing };
    const calls = plan(values, { quoted, language: asked.language, before: done[0] });
    if (calls.length > 0 && calls.every(({ name }) => has(name))) return { calls };
  }
  return undefined;
}

/** What the request names, whatever it asks for. */
function read(text: string, { language, lastPath }: Asked) {
  const values = findValues(text);
  const textsOf = (kind: string) => values.flatMap((value) => (value.kind === kind ? [value.text] : []));
  const [quoted, paths] = [textsOf("quoted"), textsOf("path")];
  const [file, program] = PROGRAMS.find(([, , when]) => when.test(text)) ?? [];
  const haiku = /\b(?:haiku|poem)\b/i.test(text) ? TEXTS[language].haiku : undefined;
  const said: Values = {
    path: paths[0] ?? quoted.find((each) => each.includes("/")) ?? file ?? lastPath,
    to: paths[1],
    text: quoted[0] ?? WRITTEN.exec(text)?.[1] ?? program ?? haiku,
    in: folderIn(text),
  };
  return { said, quoted };
}

const POLITE = /^(?:please|can you|could you|now)\s+|(?:\s+please)?[\s.?!]*$/giu;
const WRITTEN = /\b(?:saying|that says|with (?:the )?(?:text|content)):?\s+(.+?)(?:\s+to \S+)?$/is;
const PROGRAMS: readonly (readonly [file: string, text: string, when: RegExp])[] = [
  ["hello.py", 'print("Hello, world!")\n', /hello,? world.*\bpython\b/i],
  ["hello.js", 'console.log("Hello, world!");\n', /hello,? world.*\bjavascript\b/i],
];
const ENDINGS: Values = { markdown: "md", text: "txt", typescript: "ts", javascript: "js", python: "py" };

const SAY: readonly (readonly [RegExp, "who" | "welcome" | "tools"])[] = [
  [/\b(?:what|which|list|show|have)\b.*\btools\b/i, "tools"],
  [
    /^(?:hi|hello|hey|help|good (?:morning|day))\b|\bwhat can you do\b|\bhow does (?:this|it) work\b|\bwho are you\b/i,
    "who",
  ],
  [/^thank(?:s| you)\b/i, "welcome"],
];

interface Context {
  readonly quoted: readonly string[];
  readonly language: Language;
  /** The result of the first call. */
  readonly before: ToolResult | undefined;
}

const call = (name: string, args: Readonly<Record<string, unknown>>): PlannedCall => ({ name, args });
const run = (command: string, ...args: readonly unknown[]) => [call("run_command", { command, args })];

type Intent = readonly [
  when: RegExp,
  needs: readonly string[],
  calls: (said: Values, context: Context) => readonly PlannedCall[],
];

const INTENTS: readonly Intent[] = [
  [/\bplan\b/i, [], (_, context) => [call("update_plan", { entries: entries(context) })]],
  [
    /\b(?:replace|change)\b(?: (?:the word )?(?<old>[^\s"'“]+) (?:by|with|to|into) (?<by>[^\s"'“]+))?/i,
    ["path"],
    ({ path, old, by }, { quoted }) => {
      const edits = pairs(old && by ? [old, by] : quoted);
      return edits.length === 0 ? [] : [call("read_file", { path }), call("edit_file", { path, edits })];
    },
  ],
  [
    /^(?:add|append|insert)\b(?=.*(?:\bline\b|\.\w))(?: (?!an? |one |the |another )(?<text>[^"'“]+?) to \S+$)?/i,
    ["path", "text"],
    ({ path, text = "" }, { before }) => [call("read_file", { path }), append(path, text, before)],
  ],
  [/^(?:delete|remove)\b(?=.*(?:\bfiles?\b|\.\w|\bit\b))/i, ["path"], ({ path }) => run("rm", path)],
  [/^(?:rename|move)\b(?=.*\.\w)/i, ["path", "to"], ({ path, to }) => run("mv", path, to)],
  [
    /^(?:create|make|add)\b.*\b(?:folder|directory)\b(?:\s+(?:called|named))?(?:\s+(?<folder>[\w./-]+))?/i,
    ["folder"],
    ({ folder }) => run("mkdir", "-p", folder),
  ],
  [/\bhow many lines\b/i, ["path"], ({ path }) => run("wc", "-l", path)],
  [/\bwhat (?:time|date|day) is (?:it|today)\b/i, [], () => run("date")],
  [/\bwhere am i\b|\b(?:what|which) folder (?:is this|am i in)\b/i, [], () => run("pwd")],
  [
    /^find\b.*?\b(?<kind>markdown|text|typescript|javascript|python) files\b/i,
    [],
    ({ kind = "" }) => [call("find_files", { pattern: `*.${ENDINGS[kind.toLowerCase()]}` })],
  ],
  [
    /^(?:search(?: for)?|grep|look for)(?: the (?:word|text))?(?: (?<pattern>[^\s"'“]+))?(?: in \S+)?$|\bfiles? (?:contains?|mentions?|has|have)(?: the (?:word|text))? (?<word>[^\s"'“]+)$/i,
    [],
    ({ pattern, word, text, in: path }) => [call("search_text", { pattern: pattern ?? word ?? text, ...within(path) })],
  ],
  [
    /^(?:list|show|what|which|see)\b(?!.*\b(?:contain|match)).*\b(?:files|folder|directory)\b/i,
    [],
    ({ in: path }) => [call("list_folder", within(path))],
  ],
  [
    /^(?:create|write|make|save)\b(?=.*(?:\bfiles?\b|\.\w|\bprogram\b))/i,
    ["path", "text"],
    ({ path, text }) => [call("write_file", { path, content: text })],
  ],
  [
    /^(?:read|show|open|cat|print|display|see|tell me|what(?:'s| is| does)?)\b(?=.*(?:\.\w|\bthis\b|\bit\b))/i,
    ["path"],
    ({ path }) => [call("read_file", { path })],
  ],
];

const within = (path: string | undefined) => (path ? { path } : {});

const entries = ({ quoted, language }: Context) =>
  (quoted.length > 0 ? quoted : TEXTS[language].plan).map((content, at) => ({
    content,
    status: at === 0 ? "in_progress" : "pending",
  }));

const pairs = (words: readonly string[]) =>
  words.flatMap((old_text, at) =>
    at % 2 === 0 && at + 1 < words.length ? [{ old_text, new_text: words[at + 1], replace_all: true }] : [],
  );

/** A file that was read only in part must not be written as a whole. */
function append(path: string | undefined, line: string, read: ToolResult | undefined): PlannedCall {
  const text = read?.parts.map((part) => ("text" in part ? part.text : "")).join("") ?? "";
  const [, whole] = /^[^\n]+(?:, \d+ lines?[^\n]*\n|which is empty)([^]*)$/.exec(text) ?? [];
  if (whole === undefined || /^[^\n]*, lines \d/.test(text)) {
    return call("run_command", { command: "sh", args: ["-c", 'printf "%s\\n" "$1" >> "$2"', "sh", line, path] });
  }
  return call("write_file", { path, content: `${whole}${whole === "" || whole.endsWith("\n") ? "" : "\n"}${line}\n` });
}
