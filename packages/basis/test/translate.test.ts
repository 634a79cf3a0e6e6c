import { expect, it } from "vitest";

import { formatDuration, openLanguage } from "../src/index.ts";

const languages = {
  zh: async () => ({ "Hello {name}": "你好,{name}", "{count} calls": "{count} 次调用", "{seconds} s": "{seconds} 秒" }),
  pl: async () => ({
    "{count} calls": { one: "{count} wywołanie", few: "{count} wywołania", other: "{count} wywołań" },
  }),
};
const CALLS = { one: "1 call", other: "{count} calls" };

it.each([
  [["zh-Hans-CN", "en"], "zh-Hans-CN", "你好,Ada"],
  [["zh_CN.UTF-8"], "zh-CN", "你好,Ada"],
  [["fr", "en-GB", "zh"], "en-GB", "Hello Ada"],
  [["C"], "en", "Hello Ada"],
  [[], "en", "Hello Ada"],
])("takes the first wanted language that there is a file for: %j → %s", async (wanted, tag, text) => {
  const language = await openLanguage(wanted, languages);
  expect(language.tag).toBe(tag);
  expect(language.translate("Hello {name}", { name: "Ada" })).toBe(text);
});

it("chooses the plural form of a count by the rules of the language", async () => {
  const say = async (tag: string, count: number) => (await openLanguage([tag], languages)).translate(CALLS, { count });
  expect(await say("en", 1)).toBe("1 call");
  expect(await say("en", 1_200)).toBe("1,200 calls");
  expect(await say("zh", 1)).toBe("1 次调用");
  expect([await say("pl", 1), await say("pl", 3), await say("pl", 7)]).toEqual([
    "1 wywołanie",
    "3 wywołania",
    "7 wywołań",
  ]);
});

it("leaves a text without a translation English, and a value without a name as it is", async () => {
  const { translate } = await openLanguage(["zh"], languages);
  expect(translate("Send {what}")).toBe("Send {what}");
});

it("writes durations in the language", async () => {
  expect(formatDuration(6_400, (await openLanguage(["zh"], languages)).translate)).toBe("6.4 秒");
  expect([400, 2_000, 6_400, 12_000, 185_000, 180_000, 7_800_000].map((ms) => formatDuration(ms))).toEqual([
    "400 ms",
    "2 s",
    "6.4 s",
    "12 s",
    "3 min 5 s",
    "3 min",
    "2 h 10 min",
  ]);
});
