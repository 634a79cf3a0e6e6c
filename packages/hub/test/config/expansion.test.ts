import { join } from "node:path";

import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { expandText } from "../../src/config/expand-text.ts";
import { loadConfiguration } from "../../src/config/load-configuration.ts";
import { projectFolder, readySpecs } from "./project-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const surroundings = { environment: { SET: "value", EMPTY: "", OTHER: "${SET}" }, workspaceFolder: "/w" };
const name = fc.stringMatching(/^[A-Z_][A-Z0-9_]{0,8}$/);

describe("putting variables into texts", () => {
  it.each([
    ["${SET}", "value"],
    ["${env:SET}", "value"],
    ["a-${SET}-${SET}-z", "a-value-value-z"],
    ["${EMPTY}", ""],
    ["${UNSET:-otherwise}", "otherwise"],
    ["${env:UNSET:-https://x:1/?a=b}", "https://x:1/?a=b"],
    ["${UNSET:-}", ""],
    ["${EMPTY:-otherwise}", "otherwise"],
    ["${SET:-otherwise}", "value"],
    ["${OTHER}", "${SET}"],
    ["${workspaceFolder}/src", "/w/src"],
    ["$${SET}", "${SET}"],
    ["$SET $ {SET} {SET}", "$SET $ {SET} {SET}"],
  ])("%s becomes %s", (text, expanded) => {
    expect(expandText(text, surroundings)).toMatchObject({ text: expanded, unset: [], unreadable: [] });
  });

  it.each([
    ["${UNSET}", ["UNSET"], []],
    ["${A}${env:B}", ["A", "B"], []],
    ["${constructor}", ["constructor"], []],
    ["${input:token}", [], ["${input:token}"]],
    ["${A:-${B}}", [], ["${A:-…"]],
    ["${", [], ["${"]],
    ["${}", [], ["${}"]],
    ["${A:?hunter2}", [], ["${A:?…"]],
  ])("%s cannot be expanded", (text, unset, unreadable) => {
    expect(expandText(text, surroundings)).toMatchObject({ unset, unreadable });
  });

  it("leaves a text without references as it is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        fc.pre(!text.includes("${"));
        expect(expandText(text, surroundings)).toEqual({ text, reads: [], unset: [], unreadable: [] });
      }),
    );
  });

  it("puts in exactly what a variable holds, and does not look at it again", () => {
    const parts = fc.array(fc.oneof(fc.record({ name, value: fc.string() }), fc.constantFrom("a", " ", ":", "/")));
    fc.assert(
      fc.property(parts, (parts) => {
        const variables = parts.filter((part) => typeof part !== "string");
        const environment = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
        const text = parts.map((part) => (typeof part === "string" ? part : `\${${part.name}}`)).join("");
        const expected = parts.map((part) => (typeof part === "string" ? part : environment[part.name])).join("");
        expect(expandText(text, { environment, workspaceFolder: "" }).text).toBe(expected);
      }),
    );
  });

  it("[P30] names every variable that is not set, and only those", () => {
    fc.assert(
      fc.property(fc.uniqueArray(name), fc.uniqueArray(name), (used, set) => {
        const environment = Object.fromEntries(set.map((name) => [name, ""]));
        const { unset, reads } = expandText(used.map((name) => `\${${name}}`).join(""), {
          environment,
          workspaceFolder: "",
        });
        expect(reads).toEqual(used);
        expect(unset).toEqual(used.filter((name) => !set.includes(name)));
      }),
    );
  });

  it("gives any text back that was escaped", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("$", "{", "}", "A", "${A}")), (parts) => {
        const text = parts.join("");
        expect(
          expandText(
            text.replaceAll("${", () => "$${"),
            surroundings,
          ).text,
        ).toBe(text);
      }),
    );
  });

  it("reaches every text of a server", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": {
        mcpServers: {
          child: { command: "${V}/c", args: ["-${V}"], env: { "A.B": "${V}" }, cwd: "${V}" },
          remote: { url: "https://${V}/", headers: { H: "${V}" }, signIn: { clientId: "${V}", clientSecret: "${V}" } },
        },
      },
    });
    const { servers } = await loadConfiguration({ ...folder.options, environment: { V: "v" } });
    expect(readySpecs(servers)).toMatchObject([
      { command: "v/c", args: ["-v"], env: { "A.B": "v" }, cwd: join(folder.options.cwd, "v") },
      { url: "https://v/", headers: { H: "v" }, signIn: { clientId: "v", clientSecret: "v" } },
    ]);
  });

  it("[P30] fails the server whose variable is not set, with the name, and no other", async () => {
    await using folder = await projectFolder({
      "user/tenon.json":
        '{"mcpServers": {\n"x": {"url": "${BASE}/mcp", "headers": {"A b": "Bearer ${TOKEN}"}},\n"y": {"command": "c"}}}',
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([
      {
        name: "x",
        state: "failed",
        reason:
          'mcpServers.x.url: the variable BASE is not set; mcpServers.x.headers["A b"]: the variable TOKEN is not set',
      },
      { name: "y", command: expect.any(String) },
    ]);
    expect(problems).toMatchObject([
      { level: "error", code: "unset_variable", server: "x", line: 2, column: 14 },
      { level: "error", code: "unset_variable", server: "x", line: 2, column: 48 },
    ]);
  });
});
