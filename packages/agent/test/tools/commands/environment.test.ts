import { describe, expect, it } from "vitest";

import { isWithheldVariable } from "@tenon/policy";

import { openaiCompatible, providers } from "../../../src/model/providers/providers.ts";
import { bothWays, withCommands } from "../support/test-commands.ts";

const env = {
  PATH: process.env["PATH"],
  PLAIN: "plain",
  ANTHROPIC_API_KEY: "provider-key",
  GITHUB_TOKEN: "hub-token",
  NPM_TOKEN: "npm-token",
};

describe.each(bothWays)("a command %s", (way) => {
  it("[H5] gets no keys of providers and no secrets, but for those that the user passes on", async () => {
    await withCommands(
      way,
      async ({ call }) => {
        const output = await call("run_command", { line: "env" });
        expect(output).not.toContain("provider-key");
        expect(output).not.toContain("npm-token");
        expect(output).toContain("GITHUB_TOKEN=hub-token");
      },
      { env, passedVariables: () => ["GITHUB_TOKEN", "ANTHROPIC_API_KEY"] },
    );
  });
});

it("[H5] every provider's key is withheld, whatever the user passes on", () => {
  const names = [...providers, openaiCompatible({})].flatMap(({ keyVariables }) => keyVariables);
  expect(names.filter((name) => !isWithheldVariable(name, "x", ["*"]))).toEqual([]);
});
