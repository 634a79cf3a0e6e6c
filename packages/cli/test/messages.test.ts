import { execFile } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { Command, CommandContext, RouteMap } from "@stricli/core";
import { expect, it } from "vitest";

import { EXAMPLES } from "../src/help/with-examples.ts";
import { openTranslate } from "../src/messages/open-translate.ts";
import { zh } from "../src/messages/zh.ts";
import { routes } from "../src/routes.ts";
import { wrapLine } from "../src/terminal/wrap-line.ts";
import { textWidth } from "../src/terminal/text-width.ts";
import { tenon } from "./tenon.ts";

const sources = fileURLToPath(new URL("../src", import.meta.url));

it("has every text of the help, of every command, in Chinese", () => {
  expect(helpTexts(routes).filter((text) => !Object.hasOwn(zh, text))).toEqual([]);
});

it("has every text that is translated, and no others", () => {
  const code = globSync(`${sources}/{command-line.ts,help/*.ts}`)
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const used = [...code.matchAll(/translate\(\s*(["'])(.+?)\1[,)]/g)].map(([, , text = ""]) => text);
  expect(used.filter((text) => !Object.hasOwn(zh, text))).toEqual([]);
  const known = new Set(helpTexts(routes));
  expect(Object.keys(zh).filter((text) => !known.has(text) && !code.includes(text))).toEqual([]);
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
  expect((await openTranslate(environment))("Usage: {usage}", { usage: "x" })).toBe(text);
});

it("`tenon help` is Chinese for a Chinese user", async () => {
  const env = { ...process.env, LC_ALL: "zh_CN.UTF-8" };
  const { stdout } = await promisify(execFile)(process.execPath, [tenon, "help"], { env });
  expect(stdout).toContain("用法：tenon <command> [options]");
  expect(stdout).toContain("诊断缺失的工具");
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
