import { expect, it } from "vitest";

import { findArguments } from "../../../src/offer/search/find-arguments.ts";
import { insistThatNothingIsLeft } from "../../open-test-hub.ts";

insistThatNothingIsLeft();

it.each([
  ["open https://example.com/a?b=1.", [["a url", "https://example.com/a?b=1"]]],
  ["is localhost:3000 up?", [["a url", "localhost:3000"]]],
  ["clone git@host.org:a/b.git", [["a url", "git@host.org:a/b.git"]]],
  ["mail bob@example.com", [["an email", "bob@example.com"]]],
  ["read src/index.ts please", [["a path", "src/index.ts"]]],
  ["read README.md", [["a path", "README.md"]]],
  ["look into ./src/app.", [["a path", "./src/app"]]],
  ["either / or", []],
  [
    "list ./packages/ and ~/notes",
    [
      ["a path", "./packages/"],
      ["a path", "~/notes"],
    ],
  ],
  ["all **/*.test.ts files", [["a pattern", "**/*.test.ts"]]],
  ["what did 3f2a9c1 do", [["a commit", "3f2a9c1"]]],
  ["go on with feature/login", [["a commit", "feature/login"]]],
  ["make it 800x600", [["a size", "800x600"]]],
  [
    "add 17 and 2.5",
    [
      ["a number", "17"],
      ["a number", "2.5"],
    ],
  ],
  ['commit with "fix the read path"', [["a text", '"fix the read path"']]],
  ["with « salut » in it", [["a text", "« salut »"]]],
  ["make a folder called fixtures", [["a text", "fixtures"]]],
  ["don't say it isn't so", []],
  ["how does Next.js do it, e.g. here?", []],
  ["read and/or write", [["a path", "and/or"]]],
])("finds in %j: %j", (request, expected) => {
  expect(findArguments(request).found.map(({ kind, text }) => [kind, text])).toEqual(expected);
});

it("takes what it found out of the wording", () => {
  expect(findArguments("rename src/index.ts to 'main'").rest).not.toMatch(/index|main/);
});

it.each([
  ["docs/logo.png", "image file"],
  ["notes.txt", "text file"],
  ["src/", "directory"],
  ["https://example.com", "url page"],
  ["https://example.com/a.git", "repository"],
  ["mongodb://localhost", "mongodb"],
])("knows what one could call %s: %s", (request, words) => {
  expect(findArguments(request).found.map((argument) => argument.words)).toEqual([words]);
});
