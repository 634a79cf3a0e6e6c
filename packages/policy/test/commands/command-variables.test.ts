import { describe, expect, it } from "vitest";

import { commandVariables } from "../../src/index.ts";

const environment = {
  PATH: "/bin",
  HOME: "/home/me",
  SSH_AUTH_SOCK: "/run/agent",
  AWS_PROFILE: "work",
  HTTPS_PROXY: "http://me:word@proxy:3128",
  ANTHROPIC_API_KEY: "k1",
  openai_api_key: "k2",
  GITHUB_TOKEN: "k3",
  AWS_ACCESS_KEY_ID: "k4",
  AWS_SECRET_ACCESS_KEY: "k5",
  AWS_SESSION_TOKEN: "k6",
  DATABASE_URL: "postgres://me:word@db/app",
  PGPASSWORD: "k7",
};
const HARMLESS = ["AWS_PROFILE", "HOME", "HTTPS_PROXY", "PATH", "SSH_AUTH_SOCK"];

describe("what a command inherits", () => {
  it("[H5] is everything but keys of providers, names of secrets and URLs with a password", () => {
    expect(Object.keys(commandVariables(environment)).toSorted()).toEqual(HARMLESS);
  });

  it("[H5] is also what the user lists, and never a provider's key", () => {
    const passed = ["GITHUB_TOKEN", "AWS_*", "ANTHROPIC_API_KEY", "*_api_key", "DATABASE_URL"];
    expect(Object.keys(commandVariables(environment, passed)).toSorted()).toEqual(
      [
        ...HARMLESS,
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "DATABASE_URL",
        "GITHUB_TOKEN",
      ].toSorted(),
    );
  });

  it.each([
    ["GITHUB_PAT", "k"],
    ["GH_PAT", "k"],
    ["OPENAI_API_KEYS", "k"],
    ["API_KEYS", "k"],
    ["REDISCLI_AUTH", "k"],
    ["TWILIO_AUTH", "k"],
    ["SLACK_WEBHOOK_URL", "https://hooks.example/T0"],
    ["ANTHROPIC_CUSTOM_HEADERS", "x-key: k"],
    ["DATABASE_URL", "postgres://me:wo/rd@db/app"],
    ["BROKER_URL", "amqp://me@corp:word@mq/"],
  ])("is not %s", (name, value) => {
    expect(commandVariables({ [name]: value })).toEqual({});
  });

  it("does not include a key of any API because the user lists everything", () => {
    const keys = { NEW_LAB_API_KEY: "k", NEW_LAB_API_KEYS: "k", NEW_LAB_API_KEY_2: "k", API_KEY: "k" };
    expect(commandVariables({ ...keys, GITHUB_TOKEN: "k" }, ["*"])).toEqual({ GITHUB_TOKEN: "k" });
    expect(commandVariables(keys, ["NEW_LAB_*"])).not.toHaveProperty("API_KEY");
    expect(commandVariables(keys, ["NEW_LAB_*"])).toHaveProperty("NEW_LAB_API_KEY");
  });
});
