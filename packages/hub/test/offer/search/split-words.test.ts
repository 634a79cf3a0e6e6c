import { expect, it } from "vitest";

import { splitWords } from "../../../src/offer/search/split-words.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

it.each([
  ["list_directory", ["list", "directory"]],
  ["listDirectory", ["list", "directory"]],
  ["parseHTTPResponse", ["parse", "http", "response"]],
  ["API-get-user", ["api", "get", "user"]],
  ["browser.network.requests", ["browser", "network", "requests"]],
  ["page2Count", ["page2", "count"]],
  ["Grüße aus Łódź", ["grusse", "aus", "lodz"]],
  ["créer l'élément", ["creer", "l", "element"]],
  ["Ёлка", ["елка"]],
  ["文件夹", ["文件", "件夹"]],
  ["main.py のファイル", ["main", "py", "のフ", "ファ", "ァイ", "イル"]],
  ["파일을", ["파일", "일을"]],
  ["が か", ["が", "か"]],
  ["हिन्दी", ["हिन्दी"]],
  ["", []],
  ["— … !", []],
])("cuts %j into %j", (text, words) => {
  expect(splitWords(text)).toEqual(words);
});

it("also gives an identifier as a whole where that is asked for", () => {
  expect(splitWords("JavaScript code", { joined: true })).toEqual(["java", "script", "javascript", "code"]);
});
