import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { plainStyle } from "../../src/terminal/style.ts";
import { screenText } from "../../src/commands/doctor/report/screen.ts";
import { type CommandResult, runInResident } from "../resident/resident-tenon.ts";
import { tenon } from "../tenon.ts";
import { type FakeMachine, fakeMachine } from "./fake-machine.ts";

const SECRET = "hunter2-hunter2";

describe("tenon doctor", () => {
  it("prints a screen and a page without secrets and colours, changes nothing, and ends with 1 if something does not work", async () => {
    await using machine = await fakeMachine();
    await machine.program("gemini");
    await machine.write("~/.gemini/trustedFolders.json", { [machine.cwd]: "TRUST_FOLDER" });
    await machine.write("~/.gemini/settings.json", {
      mcpServers: {
        "<b>": { command: "no-such-server", args: ["--token", SECRET], env: { KEY: SECRET } },
        web: { url: `http://me:${SECRET}@127.0.0.1:1/mcp?key=${SECRET}`, headers: { "X-Key": SECRET } },
      },
    });
    const before = await machine.files();
    const page = join(machine.home, "..", "report.html");
    const { code, stdout, stderr } = await doctor(machine, "--verbose", "--html", page);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ <b> +Gemini CLI +failed/);
    expect(stdout).toContain("→ install it, or write its absolute path");
    expect(stdout).toMatch(/How far each server gets\n +gemini\n/);
    expect(stderr).toBe("tenon: starting <b>, web\n");
    const html = await readFile(page, "utf8");
    expect(html).toContain("&lt;b&gt;");
    expect(html).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1|\S+["'<])/);
    for (const text of [stdout, stderr, html]) expect(text).not.toMatch(new RegExp(`${SECRET}|\u001B`));
    const { [page]: _, ...after } = await machine.files();
    expect(after).toEqual(before);
  });

  it("ends with 0 if all is well, as JSON of a stable shape", async () => {
    await using machine = await fakeMachine();
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    const { command, args, env } = server;
    await machine.program("opencode");
    await machine.write("~/.config/opencode/opencode.json", {
      mcp: { good: { type: "local", command: [command, ...args], environment: env } },
    });
    const { code, stdout } = await doctor(machine, "--json");
    expect(code).toBe(0);
    const report: unknown = JSON.parse(stdout);
    expect(report).toMatchObject({
      version: 1,
      isHealthy: true,
      servers: [
        { id: "opencode/good", name: "good", client: "opencode", transport: "stdio", state: "listed", tools: 1 },
      ],
      reach: [
        {
          agent: "opencode",
          server: "opencode/good",
          way: "own",
          bare: { reached: "listed", proof: "started by Tenon" },
        },
      ],
      findings: [],
    });
  });

  it.each([
    [["no-such-agent"], /Unknown agent "no-such-agent"\. Known agents: claude, /],
    [["--live"], /--live: name the agents to try/],
    [["gemini", "--live"], /input tokens[^]*Cannot ask for confirmation without a terminal; pass --yes to agree/],
    [["--fix", "--undo"], /--fix and --undo exclude each other/],
  ])("%j is refused with 2", async (args, message) => {
    await using machine = await fakeMachine();
    const { code, stdout, stderr } = await doctor(machine, ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  it("starts nothing with --no-start", async () => {
    await using machine = await fakeMachine();
    await machine.write("~/.cursor/mcp.json", { mcpServers: { one: { command: "no-such-server" } } });
    const { code, stdout, stderr } = await doctor(machine, "--no-start");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/one +Cursor +not started/);
  });

  it("ends by Ctrl-C with the servers it started, and reports nothing", async () => {
    await using machine = await fakeMachine();
    await using server = await stdioServer({ misbehaviour: { silentOn: ["initialize", "server/discover"] } });
    const { command, args, env } = server;
    await machine.write("~/.cursor/mcp.json", { mcpServers: { silent: { command, args, env } } });
    const child = spawn(process.execPath, [tenon, "doctor"], { cwd: machine.cwd, env: machine.environment });
    let stdout = "";
    child.stdout.on("data", (chunk) => (stdout += String(chunk)));
    const { pid } = await server.until("start");
    child.kill("SIGINT");
    const [, signal] = await once(child, "exit");
    expect({ signal, stdout }).toEqual({ signal: "SIGINT", stdout: "" });
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("keeps within the width of a narrow terminal", async () => {
    await using machine = await fakeMachine();
    await machine.program("gemini");
    await machine.write("~/.gemini/settings.json", { mcpServers: { one: { command: "a" }, two: { command: "b" } } });
    const report = await machine.report({ start: { startMs: 10_000 } });
    const text = screenText(report, { style: plainStyle({ width: 50 }), home: machine.home, isVerbose: false });
    const words = text.split("\n").filter((line) => line.length > 50 && / /.test(line.trim().slice(0, 44)));
    expect(words).toEqual([]);
  });
});

function doctor(machine: FakeMachine, ...args: readonly string[]): Promise<CommandResult> {
  return runInResident({ args: ["doctor", ...args], cwd: machine.cwd, env: machine.environment });
}
