import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Command, CommandContext, RouteMap } from "@stricli/core";
import { SET_SENTENCES } from "@tenon/timeline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { EXAMPLES } from "../src/help/with-examples.ts";
import { userLanguage } from "../src/messages/user-language.ts";
import { zh } from "../src/messages/zh.ts";
import { routes } from "../src/routes.ts";
import { wrapLine } from "../src/terminal/wrap-line.ts";
import { textWidth } from "../src/terminal/text-width.ts";
import { readSpokenTexts } from "./spoken-texts.ts";
import { noConfiguration, tenon } from "./tenon.ts";

const help = helpTexts(routes);
const { keys, untranslated, early } = readSpokenTexts([...help, ...examples(routes)]);

it("has every text of the command line in Chinese, and no others", () => {
  const all = new Set([...keys, ...help, ...SET_SENTENCES]);
  expect([...all].filter((text) => !Object.hasOwn(zh, text))).toEqual([]);
  expect(Object.keys(zh).filter((text) => !all.has(text))).toEqual([]);
});

it("says nothing that is not translated, and translates nothing before the language is known", () => {
  expect(untranslated).toEqual([]);
  expect(early).toEqual([]);
});

it("keeps the values of a text in its translation", () => {
  const marks = (text: string) => (text.match(/\{\w+\}|--[a-z-]+/g) ?? []).toSorted().join(" ");
  const lost = Object.entries(zh).filter(([text, translated]) => marks(text) !== marks(translated));
  expect(lost).toEqual([]);
});

it("addresses the user in one way, and has full-width marks", () => {
  const odd = Object.values(zh).filter((text) =>
    /您|智能体|\p{Script=Han}[,;:?!()]|[,;:?!()]\p{Script=Han}/u.test(text),
  );
  expect(odd).toEqual([]);
});

it.each([
  [{ LANG: "zh_CN.UTF-8" }, "用法：x"],
  [{ LANG: "zh_CN.UTF-8", LC_ALL: "C" }, "Usage: x"],
  [{ LC_MESSAGES: "zh", LANG: "de_DE" }, "用法：x"],
  [{ LANG: "fr_FR.UTF-8" }, "Usage: x"],
  [{}, "Usage: x"],
])("takes the language of the user: %j → %s", async (environment, text) => {
  const { translate } = await userLanguage(environment);
  expect(translate("Usage: {usage}", { usage: "x" })).toBe(text);
});

describe("a Chinese user", () => {
  let home: string;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "tenon-chinese-"));
  });
  afterAll(() => rm(home, { recursive: true }));

  /** All that `tenon` prints. */
  function said(...args: readonly string[]): Promise<string> {
    const env = { ...noConfiguration, HOME: home, LC_ALL: "zh_CN.UTF-8" };
    return new Promise((resolve) => {
      execFile(process.execPath, [tenon, ...args], { env, cwd: home }, (_, stdout, stderr) => resolve(stderr + stdout));
    });
  }

  it.each([
    [["help"], /用法：tenon <command> \[options\][^]*诊断缺失的工具/u],
    [["log", "list"], /^还没有记录的会话。开始一个：tenon run "<prompt>"\n$/u],
    [["log", "title", "last", " "], /^tenon: 标题不能为空\n$/u],
    [["log", "list", "--limit", "x"], /^tenon: --limit：应为正整数，得到“x”\n用 --help 查看用法。\n$/u],
    [["tools", "list"], /^tenon: 还没有 MCP 服务器。/u],
    [["serve", "token", "list"], /^没有令牌。\n$/u],
    [["doctor", "--no-start"], /^代理\n[^]*\n配置\n {2}· 未找到\n[^]*0 个服务器中有 0 个列出了工具。\n$/u],
  ])("reads what %j says", async (args, text) => {
    expect(await said(...args)).toMatch(text);
  });

  it("has English in what programs read", async () => {
    expect(await said("tools", "grants", "--revoke", "x", "--json")).toBe('tenon: No approval with id "x"\n');
  });
});

it("breaks Chinese where the terminal ends, neither before a mark nor after one that opens", () => {
  for (const columns of [17, 18, 19, 20, 21, 22]) {
    const rows = wrapLine(
      "检查代理（如 claude）、所有已知客户端的配置（默认：本机）及其服务器，说明各自的问题。",
      columns,
    );
    expect(rows.every((row) => textWidth(row) <= columns)).toBe(true);
    expect(rows.filter((row) => /^[，。、：）]|（$/.test(row))).toEqual([]);
  }
});

function helpTexts(target: Command<CommandContext> | RouteMap<CommandContext>): readonly string[] {
  const own = [target.brief, (target.fullDescription ?? "").split(EXAMPLES)[0] ?? ""].filter((text) => text !== "");
  if (!("parameters" in target)) return [...own, ...target.getAllEntries().flatMap((entry) => helpTexts(entry.target))];
  const { flags = {}, positional } = target.parameters;
  const given = positional?.kind === "tuple" ? positional.parameters : positional ? [positional.parameter] : [];
  return [...own, ...[...Object.values(flags), ...given].map(({ brief }) => brief)];
}

/** Descriptions with the examples, which are the same in every language. */
function examples(target: Command<CommandContext> | RouteMap<CommandContext>): readonly string[] {
  const below = "parameters" in target ? [] : target.getAllEntries().flatMap((entry) => examples(entry.target));
  return [target.fullDescription ?? "", ...below];
}
