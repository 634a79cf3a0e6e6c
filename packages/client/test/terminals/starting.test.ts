import { mkdir, symlink, writeFile } from "node:fs/promises";

import { defaultRules } from "@tenon/policy";
import { describe, expect, it } from "vitest";

import { sh, withTerminals } from "./test-terminals.ts";

const INVALID_PARAMS = -32_602;
const NOT_FOUND = -32_002;

describe("what cannot be started is answered at once", () => {
  it("[F-01, U-04] a command that is not there, is not executable, or is none", () =>
    withTerminals(async ({ create, folder }) => {
      await writeFile(`${folder}/text`, "");
      await expect(create({ command: "no-such-command" })).rejects.toMatchObject({
        code: NOT_FOUND,
        message: expect.stringMatching(/"no-such-command".*PATH/),
      });
      await expect(create({ command: "./text" })).rejects.toMatchObject({ code: INVALID_PARAMS });
      await expect(create({ command: " " })).rejects.toMatchObject({ code: INVALID_PARAMS });
    }));

  it("[R107] a folder that is relative, missing, or outside the session's", () =>
    withTerminals(async ({ create, folder }) => {
      await symlink("/", `${folder}/link`);
      for (const [cwd, code] of [
        ["below", INVALID_PARAMS],
        [`${folder}/missing`, NOT_FOUND],
        [`${folder}/..`, INVALID_PARAMS],
        [`${folder}/link/usr`, INVALID_PARAMS],
      ] as const) {
        await expect(create({ ...sh("true"), cwd })).rejects.toMatchObject({ code });
      }
    }));

  it("one more than may run", () =>
    withTerminals(
      async ({ create, release }) => {
        const first = await create(sh("sleep 1000"));
        await expect(create(sh("true"))).rejects.toThrow(/the limit is 1/);
        await release(first);
        await create(sh("true"));
      },
      { limits: { running: 1 } },
    ));
});

describe("a policy", () => {
  const rules = [
    { effect: "allow" as const, when: { command: "echo *" } },
    { effect: "deny" as const, when: { command: "rm *" }, why: "it removes" },
  ];
  const policy = [defaultRules, { name: "user", rules }];

  it("allows, denies, and has a person asked, also about each command of a line", async () => {
    const asked: unknown[] = [];
    await withTerminals(
      async ({ run, create }) => {
        expect(await run({ command: "echo hello" })).toMatchObject({ output: "hello\n" });
        expect(await run({ command: "echo", args: ["hello"] })).toMatchObject({ output: "hello\n" });
        await expect(create({ command: "echo a; rm -rf b" })).rejects.toThrow(/denied \(user policy, rule 2\)/);
        await expect(create({ command: "rm", args: ["-rf", "b"] })).rejects.toMatchObject({ code: INVALID_PARAMS });
        expect(asked).toEqual([]);
        await expect(create({ command: "date" })).rejects.toThrow(/needs approval/);
        expect(asked).toMatchObject([{ type: "command", command: "date", args: [] }]);
      },
      {
        policy,
        consent: async ({ subject }) => {
          asked.push(subject);
          return false;
        },
      },
    );
  });

  it("may allow a working directory outside the folders of the session", async () => {
    const allowed = { effect: "allow" as const, when: { path: "/usr/**", access: "read" as const } };
    await withTerminals(
      async ({ run, folder }) => {
        await mkdir(`${folder}/below`);
        expect(await run({ command: "echo", args: ["there"], cwd: "/usr/bin" })).toMatchObject({ output: "there\n" });
        expect(await run({ command: "echo", args: ["here"], cwd: `${folder}/below` })).toMatchObject({
          output: "here\n",
        });
      },
      { policy: [defaultRules, { name: "user", rules: [...rules, allowed] }] },
    );
  });
});
