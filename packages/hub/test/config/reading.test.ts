import { spawnSync } from "node:child_process";
import { mkdir } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { formatProblem } from "../../src/config/problem.ts";
import { readConfiguration, readConfigurationFile } from "../../src/config/read-configuration-file.ts";
import { projectFolder } from "./project-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

const problemsOf = (text: string) => readConfiguration("tenon.json", text).problems.map(formatProblem);

describe("reading one file", () => {
  it.each([
    ["a list", "[]", "tenon.json:1:1: expected an object, found an array"],
    [
      "a misspelt type",
      '{"mcpServers":{"x":{"type":"htp","url":"u"}}}',
      'tenon.json:1:28: mcpServers.x.type: expected one of "stdio", "http", "streamable-http", "streamableHttp", "sse", found "htp"',
    ],
    [
      "a command in a list",
      '{"mcpServers":{"x":{"command":["npx"]}}}',
      "tenon.json:1:31: mcpServers.x.command: expected a string, found an array",
    ],
    [
      "an empty command",
      '{"mcpServers":{"x":{"command":""}}}',
      "tenon.json:1:31: mcpServers.x.command: expected a string, found an empty string",
    ],
    [
      "an object for an argument",
      '{"mcpServers":{"x y/z":{"command":"c","args":["a",{}]}}}',
      'tenon.json:1:51: mcpServers["x y/z"].args[1]: expected a string or a number or true or false, found an object',
    ],
    [
      "nothing to start",
      '{"mcpServers":{"x":{"args":[]}}}',
      "tenon.json:1:20: mcpServers.x: expected a server with a command or a url, found neither",
    ],
    [
      "a server that is none",
      '{"mcpServers":{"x":null}}',
      "tenon.json:1:20: mcpServers.x: expected a server with a command or a url, found null",
    ],
    [
      "a limit below its least",
      '{"limits":{"waitMs":-1}}',
      "tenon.json:1:21: limits.waitMs: expected an integer of at least 0, found -1",
    ],
    [
      "a broken number",
      '{"mcpServers":{"x":{"url":"u","limits":{"callMs":1.5}}}}',
      "tenon.json:1:50: mcpServers.x.limits.callMs: expected an integer of at least 1, found 1.5",
    ],
    [
      "a wrong include mode",
      '{"include":"sometimes"}',
      'tenon.json:1:12: include: expected one of "always", "manual", "agent", "off", found "sometimes"',
    ],
    ["a syntax error", '{"mcpServers":\n}', 'tenon.json:2:1: expected a value, found "}"'],
    ["a misspelt key", '{"mcpserver":{}}', 'tenon.json:1:14: mcpserver: is not known; did you mean "mcpServers"?'],
    [
      "a misspelt key of a server",
      '{"mcpServers":{"x":{"command":"c","argz":[]}}}',
      'tenon.json:1:42: mcpServers.x.argz: is not known; did you mean "args"?',
    ],
    [
      "an unknown key",
      '{"mcpServers":{"x":{"command":"c","autoApprove":[]}}}',
      "tenon.json:1:49: mcpServers.x.autoApprove: is not known",
    ],
    [
      "a server that is written twice",
      '{"mcpServers":{"x":{"command":"a"},"x":{"command":"b"}}}',
      "tenon.json:1:40: mcpServers.x: is a duplicate key; this one is used",
    ],
  ])("names file, place, what was found and what was expected: %s", (_what, text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  it("takes unknown keys for warnings and everything else for errors", () => {
    const { problems } = readConfiguration("tenon.json", '{"x": 1, "model": 2}');
    expect(problems.map(({ level, code }) => [level, code])).toEqual([
      ["error", "invalid"],
      ["warning", "unknown_key"],
    ]);
  });

  it("[A-08] loses the server or the setting that has a fault, and nothing else", () => {
    const reading = readConfiguration(
      "f",
      '{"mcpServers":{"a":{"command":1,"env":[]},"b":{"command":"b"}},"model":3,"include":"agent"}',
    );
    expect(reading.content).toEqual({ mcpServers: { b: { command: "b" } }, include: "agent" });
    expect([...reading.faultyServers]).toEqual([
      [
        "a",
        "mcpServers.a.command: expected a string, found a number; mcpServers.a.env: expected an object, found an array",
      ],
    ]);
  });

  it.each(["{}", '{"mcpServers":null}', '{"mcpServers":[]}', '{"mcpServers":{}}', '{"servers":null}'])(
    "[A-07] takes %s for a file without servers",
    (text) => expect(readConfiguration("f", text)).toMatchObject({ problems: [], faultyServers: new Map() }),
  );

  it("[P31] shows no value that could be a secret", () => {
    const text =
      '{"mcpServers":{"x":{"url":"u","headers":{"a":["hunter2"]},"signIn":{"clientSecret":{"s":"hunter2"}}}}}';
    expect(problemsOf(text)).toHaveLength(2);
    expect(problemsOf(text).join()).not.toContain("hunter2");
  });

  it("leaves a policy to those who understand it", () => {
    expect(readConfiguration("f", '{"policy":{"rules":[{"any":"thing"}]}}')).toMatchObject({
      content: { policy: { rules: [{ any: "thing" }] } },
      problems: [],
    });
  });

  it("knows a file that is not there from one that cannot be read", async () => {
    await using folder = await projectFolder({ "project/file": "{}" });
    expect(await readConfigurationFile(folder.at("project/tenon.json"))).toBeUndefined();
    expect(await readConfigurationFile(folder.at("project/file/tenon.json"))).toBeUndefined();
    await mkdir(folder.at("project/tenon.json"));
    const reading = await readConfigurationFile(folder.at("project/tenon.json"));
    expect(reading?.problems).toMatchObject([{ level: "error", code: "unreadable" }]);
  });

  it.skipIf(process.platform === "win32")("[K-12] does not wait for a pipe that has the file's name", async () => {
    await using folder = await projectFolder();
    expect(spawnSync("sh", ["-c", 'mkfifo "$0"', folder.at("project/tenon.json")]).status).toBe(0);
    const reading = await readConfigurationFile(folder.at("project/tenon.json"));
    expect(reading?.problems).toMatchObject([{ code: "unreadable", message: "expected a file, found something else" }]);
  });

  it("does not read a file that is larger than any honest one", async () => {
    await using folder = await projectFolder({ "project/tenon.json": " ".repeat(4 * 1024 * 1024 + 1) });
    const reading = await readConfigurationFile(folder.at("project/tenon.json"));
    expect(reading?.problems).toMatchObject([{ code: "unreadable" }]);
  });
});
