import { describe, expect, it } from "vitest";

import { codesOf, type FakeMachine, fakeMachine } from "./fake-machine.ts";

describe("a switch that keeps servers out", () => {
  it("[WA16] of gemini: a folder that it does not trust", async () => {
    await using machine = await fakeMachine();
    await machine.program("gemini");
    await expect(codes(machine)).resolves.toContain("gemini: gemini_untrusted_folder");
    await machine.write("~/.gemini/trustedFolders.json", { [machine.home]: "TRUST_FOLDER" });
    await expect(codes(machine)).resolves.not.toContain("gemini: gemini_untrusted_folder");
    await machine.write("~/.gemini/trustedFolders.json", {
      [machine.home]: "TRUST_FOLDER",
      [machine.cwd]: "DO_NOT_TRUST",
    });
    await expect(codes(machine)).resolves.toContain("gemini: gemini_untrusted_folder");
    const environment = { ...machine.environment, GEMINI_CLI_TRUST_WORKSPACE: "true" };
    expect(codesOf(await machine.report({ environment }))).not.toContain("gemini: gemini_untrusted_folder");
    await machine.write("~/.gemini/settings.json", { security: { folderTrust: { enabled: false } } });
    await expect(codes(machine)).resolves.not.toContain("gemini: gemini_untrusted_folder");
  });

  it("of an agent that is not here is not reported", async () => {
    await using machine = await fakeMachine();
    await expect(codes(machine)).resolves.toEqual(["agents: no_agent"]);
  });

  it("[WA17] of cursor: servers that were never approved in this folder", async () => {
    await using machine = await fakeMachine();
    await machine.program("cursor-agent");
    await machine.write("~/.cursor/mcp.json", { mcpServers: { one: { command: "a" }, two: { command: "b" } } });
    const slug = machine.cwd.slice(1).replaceAll(/[^A-Za-z0-9]+/g, "-");
    await machine.write(`~/.cursor/projects/${slug}/mcp-approvals.json`, ["one-0123456789abcdef"]);
    const { findings, reach } = await machine.report();
    expect(findings.find(({ code }) => code === "cursor_unapproved")?.cause).toMatch(/has not approved two in /);
    expect(reach).toMatchObject([
      { agent: "cursor", server: "cursor/one", bare: { reached: "declared" } },
      { agent: "cursor", server: "cursor/two", bare: { reached: "declared", stop: "cursor_unapproved" } },
    ]);
  });

  it("of Claude Code: servers of a project's .mcp.json that were not approved, or were rejected", async () => {
    await using machine = await fakeMachine();
    await machine.program("claude-agent-acp");
    await machine.write(".mcp.json", {
      mcpServers: { yes: { command: "a" }, no: { command: "b" }, never: { command: "c" } },
    });
    await machine.write("~/.claude.json", {
      projects: { [machine.cwd]: { enabledMcpjsonServers: ["yes"], disabledMcpjsonServers: ["no"] } },
    });
    const { findings } = await machine.report();
    const causes = findings.filter(({ code }) => code.startsWith("claude_")).map(({ cause }) => cause);
    expect(causes).toEqual([expect.stringContaining("about never of"), expect.stringContaining("rejected no of")]);
  });

  it("of JetBrains: the two settings that pass servers on", async () => {
    await using machine = await fakeMachine();
    await machine.write("~/.jetbrains/acp.json", { agent_servers: { Gemini: { command: "gemini", args: ["--acp"] } } });
    const off = await codes(machine);
    expect(off).toEqual(
      expect.arrayContaining([
        "JetBrains: jetbrains_custom_mcp_off",
        "JetBrains: jetbrains_idea_mcp_off",
        "JetBrains: editor_agent_not_found",
      ]),
    );
    await machine.write("~/.jetbrains/acp.json", {
      default_mcp_settings: { use_custom_mcp: true, use_idea_mcp: true },
      agent_servers: {},
    });
    await expect(codes(machine)).resolves.toEqual(["agents: no_agent"]);
  });

  it("of agents that drop what an editor sends: copilot those with a command, cline all", async () => {
    await using machine = await fakeMachine();
    for (const name of ["copilot", "cline"]) await machine.program(name);
    await machine.write("~/.config/zed/settings.json", {
      agent_servers: { Copilot: { command: "copilot", args: ["--acp"] }, Cline: { command: "cline", args: ["--acp"] } },
      context_servers: { local: { command: "a" }, remote: { url: "https://example.com/mcp" } },
    });
    const { reach } = await machine.report();
    const stops = reach.map(({ agent, server, bare }) => `${agent} ${server} ${bare.stop ?? "goes on"}`);
    expect(stops).toEqual([
      "copilot zed/local dropped",
      "copilot zed/remote goes on",
      "cline zed/local dropped",
      "cline zed/remote dropped",
    ]);
  });
});

async function codes(machine: FakeMachine): Promise<readonly string[]> {
  return codesOf(await machine.report());
}
