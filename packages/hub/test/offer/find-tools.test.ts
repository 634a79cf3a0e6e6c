import { describe, expect, it } from "vitest";

import { answerFindTools, FIND_TOOLS, findToolsAmong } from "../../src/offer/find-tools.ts";
import { offer } from "../../src/offer/offer.ts";
import { estimateTokens } from "../../src/offer/token-cost.ts";
import { indexOf, makeTool, smallCatalogue } from "./catalogue.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const index = indexOf(smallCatalogue);

it("costs little itself", () => {
  expect(estimateTokens(FIND_TOOLS)).toBeLessThan(200);
});

it("answers with names, a line and the parameters", () => {
  const tools = [
    makeTool("files", "read_text_file", {
      description: "Read a text file\nfrom disk. And much more that nobody needs to know now.",
      inputSchema: {
        properties: {
          path: { type: "string", description: "Where it lies." },
          mode: { enum: ["text", "lines"] },
          heads: { type: "array", items: { type: "integer" } },
        },
        required: ["path"],
      },
    }),
  ];
  const answer = answerFindTools({ query: "read file" }, { index: indexOf(tools) });
  expect(answer.names).toEqual(["mcp__files__read_text_file"]);
  expect(answer.text).toBe(
    [
      "1 found. They can be called from now on.",
      "",
      "mcp__files__read_text_file: Read a text file from disk.",
      "  path (string, required): Where it lies.",
      "  mode (one of text, lines)",
      "  heads (integer[])",
    ].join("\n"),
  );
});

it("answers for one server if asked to, whatever its case", () => {
  const { names } = answerFindTools({ query: "list", server: "BROWSER" }, { index });
  expect(names).toEqual(["mcp__browser__console_messages"]);
});

it("says which servers there are when nothing fits", () => {
  expect(answerFindTools({ query: "zzz" }, { index }).text).toBe(
    "No tools match “zzz”. There are tools of these servers: browser (4), files (6), git (4), shop-db (3).",
  );
});

describe("[P71] arguments that are not as they should be", () => {
  it.each([[{}], [{ query: null }], [{ query: 7 }], [{ query: ["a"] }]])("says what is missing: %j", (args) => {
    expect(answerFindTools(args, { index }).text).toMatch(/^Say in `query`/);
  });

  it.each([
    ["3", 3],
    [3.9, 3],
    [0, 5],
    [-2, 5],
    ["many", 5],
    [null, 5],
    [1_000, 20],
  ])("reads the limit %j as %j", (limit, expected) => {
    const many = Array.from({ length: 30 }, (_, at) => makeTool("many", `read_${at}`));
    expect(answerFindTools({ query: "read", limit }, { index: indexOf(many) }).names).toHaveLength(expected);
  });
});

it("[C2] names the servers and how many tools each has, in no more than a provider takes", () => {
  expect(findToolsAmong(smallCatalogue).description).toMatch(
    /: browser \(4\), files \(6\), git \(4\), shop-db \(3\)\.$/,
  );
  const many = Array.from({ length: 100 }, (_, at) => makeTool(`a-server-with-a-name-${at}`, "read"));
  const { description } = findToolsAmong(many);
  expect(description.length).toBeLessThan(1_024);
  expect(description).toMatch(/, and \d\d more servers\.$/);
});

it("[C2] finds tools by the names the model sees", () => {
  const names = ["mcp__git__git_merge", "mcp__files__delete_file"];
  expect(answerFindTools({ query: names.join(", ") }, { index }).names.toSorted()).toEqual(names.toSorted());
});

it("does not mention tools that the model may not have", () => {
  const { names } = answerFindTools({ query: "delete file" }, { index, accept: ({ tool }) => tool !== "delete_file" });
  expect(names).not.toContain("mcp__files__delete_file");
});

it("[T-01] leads to a call in two steps: what it answered is offered next", () => {
  const budget = { contextTokens: 300, share: 1 };
  const first = offer({ index, prompt: "hello", budget });
  expect(first.tools.map(({ name }) => name)).toEqual([FIND_TOOLS.name]);
  const { names } = answerFindTools({ query: "merge branch", limit: 1 }, { index });
  const second = offer({ index, prompt: "hello", budget, before: first.order, asked: names });
  expect(second.tools.map(({ name }) => name)).toEqual(["find_tools", "mcp__git__git_merge"]);
});
