import { symlink } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import { loadConfiguration } from "../../src/config/load-configuration.ts";
import { projectFolder } from "./project-folder.ts";
import { insistThatNothingIsLeft } from "../open-test-hub.ts";

insistThatNothingIsLeft();

describe("the files together", () => {
  it("is empty without files", async () => {
    await using folder = await projectFolder();
    expect(await loadConfiguration(folder.options)).toEqual({
      servers: [],
      limits: {},
      passedVariables: [],
      signIn: {},
      policies: [],
      waiting: [],
      problems: [],
    });
  });

  it("has the servers of all files, the project's first, each saying whose it is", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers: { a: { command: "a" } } },
      "project/.mcp.json": { mcpServers: { b: { command: "b" } } },
      "project/tenon.json": { mcpServers: { c: { command: "c" } } },
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([
      { name: "c", source: "project", file: folder.at("project/tenon.json"), command: expect.any(String) },
      { name: "b", source: "project", file: folder.at("project/.mcp.json"), command: expect.any(String) },
      { name: "a", source: "user", file: folder.at("user/tenon.json"), command: expect.any(String) },
    ]);
    expect(problems).toEqual([]);
  });

  it("has the project's server before the user's of the same name, and says so", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers: { x: { command: "users" } } },
      "project/.mcp.json": { mcpServers: { x: { command: "shared" } } },
      "project/tenon.json": { mcpServers: { x: { command: "projects" } } },
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([{ command: "projects", source: "project" }]);
    expect(problems).toMatchObject([
      { level: "warning", code: "overridden", server: "x", file: folder.at("project/.mcp.json") },
      { level: "warning", code: "overridden", server: "x", file: folder.at("user/tenon.json") },
    ]);
  });

  it("says nothing of a server that two files declare alike", async () => {
    const mcpServers = { x: { command: "c" } };
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers },
      "project/tenon.json": { servers: { x: { type: "stdio", command: "c", args: [] } } },
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toHaveLength(1);
    expect(problems).toEqual([]);
  });

  it("turns the user's server off where the project says so", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers: { x: { command: "c" } } },
      "project/tenon.json": { mcpServers: { x: { disabled: true } } },
    });
    expect((await loadConfiguration(folder.options)).servers).toMatchObject([{ name: "x", state: "disabled" }]);
  });

  it("[A-08] does not fall back on another server of the name of one that fails", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers: { database: { command: "production" } } },
      "project/tenon.json": { mcpServers: { database: { command: "${TEST_DATABASE}" } } },
    });
    const { servers } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([{ name: "database", state: "failed", source: "project" }]);
  });

  it("has the project's settings before the user's, limit by limit, and hands on both policies", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { include: "always", model: "m", limits: { servers: 1, tools: 2 }, policy: ["user"] },
      "project/tenon.json": { include: "agent", limits: { tools: 3 }, policy: { any: "thing" } },
    });
    expect(await loadConfiguration(folder.options)).toMatchObject({
      include: "agent",
      model: "m",
      limits: { servers: 1, tools: 3 },
      policies: [
        { source: "user", file: folder.at("user/tenon.json"), policy: ["user"] },
        { source: "project", file: folder.at("project/tenon.json"), policy: { any: "thing" } },
      ],
    });
  });

  it("[H5] takes variables that commands inherit from the user's file only, also if the project's is trusted", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { commands: { environment: ["GITHUB_TOKEN"] } },
      "project/tenon.json": { commands: { environment: ["AWS_*"] } },
    });
    expect((await loadConfiguration(folder.options)).passedVariables).toEqual(["GITHUB_TOKEN"]);
  });

  it("loses no other file to one that cannot be read", async () => {
    await using folder = await projectFolder({
      "user/tenon.json": { mcpServers: { x: { command: "c" } } },
      "project/tenon.json": "{ oh dear",
    });
    const { servers, problems } = await loadConfiguration(folder.options);
    expect(servers).toMatchObject([{ name: "x", command: expect.any(String) }]);
    expect(problems).toMatchObject([{ code: "syntax", file: folder.at("project/tenon.json"), line: 1, column: 3 }]);
  });

  it("takes the user's file for the user's, also when the session is in its folder", async () => {
    await using folder = await projectFolder({ "user/tenon.json": { mcpServers: { x: { command: "c" } } } });
    const { servers } = await loadConfiguration({ ...folder.options, cwd: folder.at("user"), isTrusted: () => false });
    expect(servers).toMatchObject([{ name: "x", source: "user", command: expect.any(String) }]);
  });

  it("does not search the folders above", async () => {
    await using folder = await projectFolder({ "project/tenon.json": { mcpServers: { x: { command: "c" } } } });
    await folder.write("project/inside/file", "");
    expect((await loadConfiguration({ ...folder.options, cwd: folder.at("project/inside") })).servers).toEqual([]);
  });

  it("[K-10] asks for trust by the real path of the folder", async () => {
    await using folder = await projectFolder({ "project/tenon.json": { mcpServers: { x: { command: "c" } } } });
    await symlink(folder.at("project"), folder.at("link"), "junction");
    const asked: string[] = [];
    const isTrusted = (path: string) => asked.push(path) > 0;
    await loadConfiguration({ ...folder.options, cwd: folder.at("link"), isTrusted });
    expect(asked).toEqual([folder.at("project")]);
  });
});
