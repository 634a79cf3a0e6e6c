import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it } from "vitest";

import { linters } from "../src/linting/linters.ts";
import { NODE_TESTS, sampleProject } from "./sample-project.ts";
import { openServer, startServer } from "./start-server.ts";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

describe.each(["2025-11-25", "2026-07-28"] as const)("the program in %s", (revision) => {
  it("lists its tools, resources, prompt and rules, and starts without any variable", async () => {
    using project = sampleProject(NODE_TESTS);
    await using server = await startServer({ ...project.env, GITHUB_TOKEN: "github-secret" }, { revision });
    const { tools } = await server.client.listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint === true).map(({ name }) => name);
    expect(tools).toHaveLength(8);
    expect(reading).toEqual(["list_issues", "get_pull_request", "list_runs", "lint_code"]);
    const config = await server.read("env://deployment-config");
    expect(JSON.parse(config)).toMatchObject({
      tests_that_must_pass: ["node"],
      deployment: { by: "not set" },
      tokens: { GITHUB_TOKEN: "set", GITLAB_TOKEN: "not set" },
    });
    expect(config).not.toContain("github-secret");
    expect(await server.read("docs://delivery-guide")).toContain("run_tests");
    const manifest = JSON.parse(await server.read("tools://manifest")) as { tools: { name: string }[] };
    expect(manifest.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(await server.read("tenon://policy")).toContain("production");
    const args = { issue: "12", service: "shop", environment: "production" };
    const prompt = await server.client.getPrompt({ name: "ship_issue", arguments: args });
    expect(JSON.stringify(prompt.messages)).toMatch(/issue #12.*run_tests.*create_pull_request.*deploy.*production/);
  });
});

it("lints with the project's linter, errors first, and changes nothing", async () => {
  using project = sampleProject({
    ...NODE_TESTS,
    ".gitignore": "node_modules\n",
    ".oxlintrc.json": JSON.stringify({ rules: { "no-debugger": "error", "no-unused-vars": "warn" } }),
    "bad.js": "const unused = 1;\ndebugger;\n",
  });
  symlinkSync(modules, join(project.folder, "node_modules"));
  await using server = await openServer(project.env);
  const { structured } = await server.call("lint_code");
  expect(structured).toMatchObject({ linter: "oxlint", clean: false, errors: 1, warnings: 1 });
  expect(structured["findings"]).toEqual([
    expect.objectContaining({ severity: "error", line: 2, rule: expect.stringContaining("no-debugger") }),
    expect.objectContaining({ severity: "warning", line: 1 }),
  ]);
  expect((await server.call("lint_code", { path: "cart.js" })).structured).toMatchObject({ clean: true });
  expect(project.git("status", "--porcelain")).toBe("");
});

it.each([
  [{ linter: "eslnt" }, "Did you mean eslint?"],
  [{ linter: "rm" }, 'No linter named "rm"'],
  [{}, "No linter was found"],
  [{ linter: "oxlint", path: "../.." }, "outside the project"],
])("refuses lint_code with %j", async (args, reason) => {
  using project = sampleProject(NODE_TESTS);
  await using server = await openServer(project.env);
  expect(await server.call("lint_code", args)).toMatchObject({ isError: true, text: expect.stringContaining(reason) });
});

it.each([
  [
    "eslint",
    JSON.stringify([{ filePath: "a.js", messages: [{ ruleId: "semi", severity: 2, line: 3, message: "Missing" }] }]),
  ],
  ["biome", "::error title=semi,file=a.js,line=3,endLine=3,col=1,endColumn=2::Missing\n"],
  ["ruff", JSON.stringify([{ filename: "a.js", code: "semi", location: { row: 3, column: 1 }, message: "Missing" }])],
  [
    "clippy",
    JSON.stringify({
      reason: "compiler-message",
      message: {
        level: "error",
        code: { code: "semi" },
        message: "Missing",
        spans: [{ is_primary: true, file_name: "a.js", line_start: 3 }],
      },
    }),
  ],
] as const)("reads the report of %s", (name, output) => {
  const expected = { file: "a.js", line: 3, rule: "semi", severity: "error", message: "Missing" };
  expect(linters[name].read(output)).toEqual([expected]);
});

it("reads the report of flake8", () => {
  expect(linters.flake8.read("a.py:3:E501:line too long\nb.py:1:W291:trailing whitespace\n")).toEqual([
    { file: "a.py", line: 3, rule: "E501", severity: "error", message: "line too long" },
    { file: "b.py", line: 1, rule: "W291", severity: "warning", message: "trailing whitespace" },
  ]);
});
