/**
 * Plain requests in both languages: what people type in their first minute. Each row of the table says what is done, and in
 * which ways it is asked for; the named groups of a way are arguments. The first row that fits counts.
 */

import type { ModelTool, ToolResult } from "../model.ts";
import { fillArguments } from "./fill-arguments.ts";
import { findValues, withoutQuotes } from "./find-values.ts";
import { languageOf, TEXTS } from "./texts.ts";
import type { Asked } from "./turn.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface PlannedCall {
  readonly name: string;
  readonly args: Arguments;
}

export type Plan =
  | { readonly say: "who" | "welcome" | "tools" | "noneFits" }
  | { readonly ask: string }
  | { readonly calls: readonly PlannedCall[] };

/** `done` are the results of its calls so far. */
export function planIntent(asked: Asked, tools: readonly ModelTool[], done: readonly ToolResult[]): Plan | undefined {
  const text = asked.text.replaceAll(POLITE, "");
  const plain = withoutQuotes(text);
  for (const [action, ...ways] of INTENTS) {
    const way = ways.find((each) => each.test(plain));
    const tool = tools.find(({ name }) => "tool" in action && action.tool.test(name));
    if (way && "say" in action) return action;
    if (!way || !tool || "say" in action) continue;
    const named = definedOf({ ...way.exec(text)?.groups, ...asked.given });
    // Without a name: the words after a verb that is in it, as in "run the tests", need not be what the tool takes.
    const schema = { name: "", inputSchema: action.needs ? schemaOf(action.needs) : tool.inputSchema };
    let filled = fillArguments(text, schema, named);
    if (filled.missing === "path" && asked.lastPath !== undefined)
      filled = fillArguments(text, schema, { path: asked.lastPath, ...named });
    if (filled.missing !== undefined) return { ask: filled.missing };
    const quoted = findValues(text).flatMap((value) => (value.kind === "quoted" ? [value.text] : []));
    const context = { named, quoted, texts: TEXTS[languageOf(text)], before: done[0] };
    const calls = action.calls?.(filled.args, context) ?? [{ name: tool.name, args: filled.args }];
    if (calls.length > 0) return { calls };
  }
  return undefined;
}

const POLITE = /^(?:please|can you|could you|now)\s+|^请|(?:\s+please)?[\s.?!。？！]*$/giu;

function definedOf(values: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : [])));
}

function schemaOf(needs: readonly string[]) {
  return { properties: Object.fromEntries(needs.map((name) => [name, { type: "string" }])), required: needs };
}

interface Context {
  readonly named: Readonly<Record<string, string>>;
  readonly quoted: readonly string[];
  readonly texts: (typeof TEXTS)["en"];
  /** The result of the first call. */
  readonly before: ToolResult | undefined;
}

interface Use {
  readonly tool: RegExp;
  /** Instead of what the tool itself needs. */
  readonly needs?: readonly string[];
  /** Instead of one call of the tool. */
  readonly calls?: (args: Arguments, context: Context) => readonly PlannedCall[];
}

function use(name: string, needs?: Use["needs"], calls?: Use["calls"]): Use {
  return { tool: new RegExp(`^${name}$`), ...(needs && { needs }), ...(calls && { calls }) };
}

/** A command; words without a dash are names of arguments. */
function run(command: string, ...words: readonly string[]): Use {
  const needs = words.filter((word) => !word.startsWith("-"));
  return use("run_command", needs, (named) => [
    call("run_command", { command, args: words.map((word) => named[word] ?? word) }),
  ]);
}

const call = (name: string, args: Arguments): PlannedCall => ({ name, args });
const write = (path: unknown, content: string) => [call("write_file", { path, content })];

const INTENTS: readonly (readonly [Use | Extract<Plan, { say: string }>, ...RegExp[]])[] = [
  [{ say: "tools" }, /\b(?:what|which|list|show|have)\b.*\btools\b/i, /工具/],
  [
    { say: "who" },
    /^(?:hi|hello|hey|help|good (?:morning|evening))\b|\bwhat (?:can you|you can) do\b|\bwho are you\b/i,
    /^你好|帮助$|[能会]做什么|你是谁/,
  ],
  [{ say: "welcome" }, /^thank(?:s| you)\b/i, /谢谢/],
  [{ tool: /sum$|__add$/i }, /\d\s*(?:\+|plus)\s*-?\d|^add -?\d/i, /\d\s*加\s*\d/],
  [{ tool: /image/i }, /^(?:show|give|get|draw)\b.*\b(?:image|picture)\b/i, /图片|图像/],
  [use("update_plan", [], makePlan), /^plan\b|^(?:make|create|draft|write)\b.*\bplan\b/i, /[做制订].*计划/],
  [
    use("edit_file", ["path"], replace),
    /\b(?:replace|change)\b(?: (?:the word )?(?<old>[^\s"'“]+) (?:by|with|to|into) (?<by>[^\s"'“]+))?/i,
    /[把将]\s*(?<path>\S+?)\s*[里中]?面?的\s*(?<old>\S+?)\s*(?:换成|改成|替换为|替换成|改为)\s*(?<by>\S+)/,
  ],
  [
    use("write_file", ["path", "text"], append),
    /^(?:add|append|insert)\b(?=.*(?:\bline\b|\.\w))(?: (?!an? |one |the |another )(?<text>[^"'“]+?) to \S+$)?/i,
    /[添追]?加[上入]?一行\s*[:：]?\s*(?<text>[^\s"“「:：].*)?/,
  ],
  // What is in a file is no file.
  [{ say: "noneFits" }, /^(?:delete|remove)\b.*\b(?:from|in) \S*\.\w/i, /^(?=.*(?:[里中].*的|行)).*(?:删除|删掉)/],
  [run("rm", "path"), /^(?:delete|remove)\b(?=.*(?:\bfiles?\b|\.\w|\bit\b))/i, /删除|删掉/],
  [run("mv", "path", "destination"), /^(?:rename|move)\b(?=.*\.\w)/i, /重命名|改名|移动?到/],
  [run("cp", "path", "destination"), /^copy\b(?=.*\.\w)/i, /复制/],
  [
    run("mkdir", "-p", "folder"),
    /^(?:create|make|add)\b.*\b(?:folder|directory)\b(?:\s+(?:called|named))?(?:\s+(?<folder>[\w./-]+))?/i,
    /[创新]建.*?(?<folder>[\w./-]+)\s*的?(?:文件夹|目录)/,
    /[创新]建.*(?:文件夹|目录)\s*(?<folder>[\w./-]+)?/,
  ],
  [run("wc", "-l", "path"), /\b(?:how many|count the) lines\b/i, /[多几]少?行/],
  [run("wc", "-w", "path"), /\b(?:how many|count the) words\b/i],
  [run("pwd"), /\bwhere (?:am i|are we)\b|\bworking (?:folder|directory)\b/i, /我在哪|当前(?:文件夹|目录)/],
  [run("date"), /\bwhat(?:'s| is)?(?: the)? (?:time|date|day)\b/i, /几点|几号|日期/],
  [
    use("run_command"),
    /^(?:run|execute)(?: the command)? (?<line>(?!(?:the|my|this|that|it)\b)[^\s`"“'].*)/i,
    /^(?:run|execute)\b/i,
    /^(?<line>(?:git|ls|node|npm|npx|pwd|python3?|head|tail|wc)(?: .*)?)$/,
    /(?:运行|执行)\s*(?:命令\s*)?(?<line>[^\s`"“].*?)(?:\s*命令)?$/,
  ],
  [
    use("find_files", ["kind"], ({ kind }) => [call("find_files", { pattern: `*.${endingOf(String(kind))}` })]),
    /^(?:find|list|show)\b.*[ .](?<kind>md|markdown|txt|text|js|javascript|ts|py|python|json) files\b/i,
  ],
  [
    use("find_files"),
    /^(?:find|locate|where is|is there|do (?:i|we|you) have)\b(?!.*\bin\b)(?=.*\.\w)/i,
    /(?:有没有|找)(?!.*[里中]).*\.\w/,
  ],
  [
    use("search_text"),
    /^(?:search(?: for)?|grep|look for)(?: the (?:word|text))?(?: (?<pattern>[^\s"'“]+))?(?: in \S+)?$/i,
    /\bfiles? (?:contains?|mentions?|has|have)(?: the(?: word| text)?)? (?<pattern>[^\s"'“]+)$/i,
    /^(?:is there|where is)(?: an?)?(?: the (?:word|text))? (?<pattern>[^\s"'“]+)(?: anywhere| used| in \S+)?$/i,
    /(?:搜索?|查找|文件(?:包含|提到|里有))\s*(?<pattern>[^\s"“]+)?/,
  ],
  [
    use("list_folder"),
    /^(?:list|show|what|which|see)\b(?!.*\b(?:contain|match)).*\b(?:files|folder|directory)\b/i,
    /列出|有(?:哪些|什么)文件/,
  ],
  [use("write_file", ["path"], ({ path }) => write(path, "")), /^(?:create|make)\b.*\bempty file\b/i, /空文件/],
  [use("write_file", [], () => write("hello.py", 'print("Hello, world!")\n')), /hello,? world.*\bpython\b/i],
  [
    use("write_file", ["path"], ({ path }, { texts }) => write(path, texts.haiku)),
    /^(?:create|write|make)\b.*\b(?:haiku|poem)\b/i,
    /[写建].*[俳诗]/,
  ],
  [
    use("write_file"),
    /^(?:create|write|make|save)\b.*\b(?:saying|that says|containing|with (?:the )?(?:text|content)):?\s+(?<content>[^"'“`].*)$/i,
    /^(?:create|write|make|save)\b(?=.*(?:\bfiles?\b|\.\w))/i,
    /[写建].*内容(?:[是为:：]\s*)*(?<content>[^\s"“「是为:：].*)$/,
    /[创新]建|写/,
  ],
  [
    use("read_file"),
    /^(?:read|show|open|cat|print|display|see|tell me|what(?:'s| is| does)?)\b(?=.*(?:\.\w|\bthis\b|\bit\b))/i,
    /读|打开|看|显示/,
  ],
];

const ENDINGS = new Map(Object.entries({ markdown: "md", text: "txt", javascript: "js", python: "py" }));
const endingOf = (kind: string) => ENDINGS.get(kind.toLowerCase()) ?? kind;

function makePlan(_: unknown, { quoted, texts }: Context) {
  const contents = quoted.length > 0 ? quoted : texts.plan;
  const entries = contents.map((content, at) => ({ content, status: at === 0 ? "in_progress" : "pending" }));
  return [call("update_plan", { entries })];
}

function replace({ path }: Arguments, { named: { old, by }, quoted }: Context) {
  const words = old !== undefined && by !== undefined ? [old, by] : quoted;
  const edits = words.flatMap((old_text, at) =>
    at % 2 === 0 && at + 1 < words.length ? [{ old_text, new_text: words[at + 1], replace_all: true }] : [],
  );
  return edits.length === 0 ? [] : [call("read_file", { path }), call("edit_file", { path, edits })];
}

/** A file that was read only in part must not be written as a whole. */
function append({ path, text: line }: Arguments, { before }: Context) {
  const text = before?.parts.map((part) => ("text" in part ? part.text : "")).join("") ?? "";
  const [, whole] = /^(?![^\n]*, lines \d)[^\n]+(?:, \d+ lines?[^\n]*\n|which is empty)([^]*)$/.exec(text) ?? [];
  const added =
    whole === undefined
      ? [call("run_command", { command: "sh", args: ["-c", 'printf "%s\\n" "$1" >> "$2"', "sh", line, path] })]
      : write(path, `${whole}${/[^\n]$/.test(whole) ? "\n" : ""}${String(line)}\n`);
  return [call("read_file", { path }), ...added];
}
