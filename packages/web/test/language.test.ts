import { expect, it } from "vitest";

import { SET_SENTENCES } from "@tenon/timeline";

import { zh } from "../src/language/zh.ts";
import { readPageTexts } from "./support/page-texts.ts";

const { keys: own, untranslated, early } = readPageTexts();
const keys = new Set([...own, ...SET_SENTENCES]);

it("has every text of the page in Chinese, and no others", () => {
  expect([...keys].filter((key) => !Object.hasOwn(zh, key))).toEqual([]);
  expect(Object.keys(zh).filter((key) => !keys.has(key))).toEqual([]);
});

it("keeps the values of a text in its translation", () => {
  const marks = (text: string) => (text.match(/\{\w+\}/gu) ?? []).toSorted().join(" ");
  const lost = Object.entries(zh).filter(
    ([text, form]) => marks(text) !== marks(typeof form === "string" ? form : form.other),
  );
  expect(lost).toEqual([]);
});

it("calls the user and the agent by one name each in Chinese, and has full-width marks", () => {
  const forms = Object.values(zh).flatMap((form) => (typeof form === "string" ? [form] : Object.values(form)));
  expect(forms.filter((text) => /您|智能体|[\p{Script=Han}}][,;:?!()]|[,;:?!()]\p{Script=Han}/u.test(text))).toEqual(
    [],
  );
});

it("shows no text that is not translated, and translates none before the language is known", () => {
  expect(untranslated).toEqual([]);
  expect(early).toEqual([]);
});
