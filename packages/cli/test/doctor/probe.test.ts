import { presetNamed } from "@tenon/client";
import { stdioServer } from "@tenon/testkit/mcp";
import { startModelServer, text, toolCall } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { probeLive } from "../../src/commands/doctor/probe/live-probe.ts";
import { probeOnStandIn } from "../../src/commands/doctor/probe/stand-in-probe.ts";
import { tenon } from "../tenon.ts";
import { type FakeMachine, fakeMachine } from "./fake-machine.ts";

const clientInfo = { name: "tenon", version: "0.0.0" };

describe("an agent on a stand-in model", () => {
  // Our own agent in the place of another, with the variables that point that one at a model.
  it.each([
    ["Anthropic", "claude", "anthropic/stand-in"],
    ["Gemini", "gemini", "google/stand-in"],
    ["OpenAI chat", "qwen", "openai-compatible/stand-in"],
    ["OpenAI responses", "qwen", "openai/stand-in"],
  ])("that speaks the API of %s gets servers over stdio and http to a call", async (_, name, model) => {
    await using machine = await fakeMachine();
    const file = await ownAgent(machine, name, model);
    const preset = { ...knownPreset(name), args: [] };
    const { signal } = new AbortController();
    const settings = { ...machine.environment };
    const facts = await probeOnStandIn({ preset, file, environment: settings, servers: [], clientInfo, signal });
    expect(facts).toEqual({
      agent: name,
      isWrapped: false,
      proof: "stand-in model",
      servers: [
        { transport: "stdio", reached: "called" },
        { transport: "http", reached: "called" },
      ],
    });
  });

  it("is tried bare and wrapped, with the servers of the user: how far each gets is proven", async () => {
    await using machine = await fakeMachine();
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    await ownAgent(machine, "claude-agent-acp", "anthropic/stand-in");
    const { command, args, env } = server;
    await machine.write("~/.claude.json", { mcpServers: { mine: { command, args, env } } });
    await machine.write("~/.cursor/mcp.json", { mcpServers: { mine: { command, args, env } } });
    const probe = { agents: ["claude"], isLive: false, tenon: [process.execPath, tenon] as const };
    const report = await machine.report({ start: { startMs: 30_000 }, probe });
    expect(report.findings.filter(({ subject }) => subject.type === "agent")).toEqual([]);
    expect(report.reach).toEqual([
      {
        agent: "claude",
        server: "claude-code/mine",
        way: "own",
        bare: { reached: "defined", proof: "stand-in model" },
        wrapped: { reached: "defined", proof: "stand-in model" },
      },
      {
        agent: "claude",
        server: "cursor/mine",
        way: "sent",
        bare: { reached: "defined", proof: "stand-in model" },
        wrapped: { reached: "defined", proof: "stand-in model" },
      },
      ...["stdio", "http"].map((transport) => ({
        agent: "claude",
        server: `a test server over ${transport}`,
        way: "sent",
        bare: { reached: "called", proof: "stand-in model" },
        wrapped: { reached: "called", proof: "stand-in model" },
      })),
    ]);
  });

  it("that is no agent, or ends at once, is a finding and ends nothing else", async () => {
    await using machine = await fakeMachine();
    await machine.program("gemini", "#!/bin/sh\necho no license >&2\nexit 3\n");
    await machine.write("~/.gemini/trustedFolders.json", { [machine.home]: "TRUST_FOLDER" });
    const probe = { agents: ["gemini"], isLive: false, tenon: [process.execPath, tenon] as const };
    const { findings } = await machine.report({ probe });
    expect(findings).toMatchObject([
      { severity: "error", code: "probe_failed", subject: { type: "agent", id: "gemini" } },
      { severity: "warning", code: "probe_failed" },
    ]);
    expect(findings[0]?.cause).toContain("no license");
  });

  it("that is not installed is not started, and its installation is the fix", async () => {
    await using machine = await fakeMachine();
    const probe = { agents: ["goose"], isLive: false, tenon: [process.execPath, tenon] as const };
    const { findings } = await machine.report({ probe });
    expect(findings[0]).toMatchObject({
      severity: "error",
      code: "not_installed",
      subject: { type: "agent", id: "goose" },
    });
  });

  it("gets no key and no variable of the user's", async () => {
    await using machine = await fakeMachine();
    const file = await machine.program(
      "gemini",
      `#!/bin/sh\necho "<$GEMINI_API_KEY|$ANTHROPIC_API_KEY|$MY_TOKEN|$HOME>" >&2\nexit 3\n`,
    );
    const environment = { ...machine.environment, ANTHROPIC_API_KEY: "mine", MY_TOKEN: "mine", HOME: machine.home };
    const { signal } = new AbortController();
    const preset = knownPreset("gemini");
    const { failure = "" } = await probeOnStandIn({ preset, file, environment, servers: [], clientInfo, signal });
    expect(failure).toMatch(/<fake-key\|\|\|\/.*\/home>/);
    expect(failure).not.toContain(`|${machine.home}>`);
  });
});

describe("an agent on its own model", () => {
  it("proves by a call with the nonce of the prompt that a tool arrives, and may do nothing else", async () => {
    await using machine = await fakeMachine();
    const asked: string[] = [];
    await using model = await startModelServer({
      script({ messages, tools }) {
        const said = JSON.stringify(messages);
        const nonce = /nonce \\*"([0-9a-f]+)/.exec(said)?.[1] ?? "";
        const tool = tools.find(({ name }) => /probe_stdio_/.test(name));
        const command = tools.find(({ name }) => name === "run_command");
        asked.push(nonce);
        if (asked.length > 1 || !tool || !command) return text("That is all.");
        return [toolCall(tool, { nonce }), toolCall(command, { command: `touch ${machine.cwd}/written` })];
      },
    });
    const file = await ownAgent(machine, "claude-agent-acp", "anthropic/stand-in");
    const environment = { ...machine.environment, ...model.environment };
    const { signal } = new AbortController();
    const preset = { ...knownPreset("claude"), args: [] };
    const facts = await probeLive({ preset, file, environment, cwd: machine.cwd, clientInfo, signal });
    expect(facts).toMatchObject({
      proof: "live model",
      servers: [
        { transport: "stdio", reached: "called" },
        { transport: "http", reached: "listed" },
      ],
    });
    expect(Object.keys(await machine.files())).not.toContain(`${machine.cwd}/written`);
  });
});

function ownAgent(machine: FakeMachine, name: string, model: string): Promise<string> {
  const words = [process.execPath, tenon, "agent", "--no-journal", "--model", model].map((word) => `'${word}'`);
  return machine.program(name, `#!/bin/sh\nexec ${words.join(" ")}\n`);
}

function knownPreset(name: string) {
  const preset = presetNamed(name);
  if (!preset) throw new Error(`There is no preset called ${name}`);
  return preset;
}
