import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

import { memoryTokenStore } from "@tenon/hub";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { startProtectedServer } from "../../../hub/test/sign-in/fixtures/protected-server.ts";
import { startIdentityProvider } from "../../../hub/test/sign-in/fixtures/identity-provider.ts";
import { codesOf, type FakeMachine, fakeMachine } from "./fake-machine.ts";

const START = { start: { startMs: 30_000 } };

describe("tenon doctor on broken servers", () => {
  it("finds the cause and the fix of servers broken in twelve ways, in the files of four clients and for four agents", async () => {
    await using machine = await fakeMachine();
    await using good = await stdioServer({ tools: [{ name: "echo" }, { name: "add" }] });
    const misbehaviour = { errorOn: { "tools/list": { code: -32_603, message: "the database is locked" } } };
    await using unlisted = await stdioServer({ tools: [{ name: "echo" }], misbehaviour });
    for (const agent of ["claude-agent-acp", "codex-acp", "gemini", "copilot"]) await machine.program(agent);
    const closed = await closedPort();
    const crash = `console.error("Error: the variable API_KEY is required, not " + process.env.TOKEN_OF_IT); process.exit(3)`;
    const TOKEN_OF_IT = "hunter2-hunter2";
    await machine.write("~/.cursor/mcp.json", {
      mcpServers: {
        good: launchOf(good),
        unlisted: launchOf(unlisted),
        missing: { command: "no-such-server" },
        nowhere: { command: "/no/such/folder/server" },
        plain: { command: join(machine.home, ".cursor", "mcp.json") },
        runtime: { command: "uvx", args: ["mcp-server-git"] },
        crashes: { command: process.execPath, args: ["-e", crash], env: { TOKEN_OF_IT } },
        off: { command: "whatever", disabled: true },
      },
    });
    await machine.write(
      "~/.codex/config.toml",
      `[mcp_servers.refused]\nurl = "http://127.0.0.1:${closed}/mcp?key=hunter3-hunter3"\n\n[mcp_servers.unset]\ncommand = "node"\nenv_vars = ["NOT_SET_ANYWHERE"]\n`,
    );
    await machine.write(
      "~/.gemini/settings.json",
      `{\n  "mcpServers": {\n    "broken": { "command": "node" }\n    "next": {}\n  }\n}`,
    );
    await machine.write(
      "~/.config/goose/config.yaml",
      `extensions:\n  "naïve one":\n    type: stdio\n    cmd: no-such-goose\n`,
    );
    await machine.write(".mcp.json", { mcpServers: { ours: { command: "node" } } });

    const report = await machine.report(START);
    expect(codesOf(report)).toEqual(
      expect.arrayContaining([
        "cursor/missing: command_not_found",
        "cursor/nowhere: command_not_found",
        "cursor/plain: not_executable",
        "cursor/runtime: missing_runtime",
        "cursor/crashes: crashes",
        "cursor/unlisted: failed",
        "cursor/off: disabled",
        "codex/refused: unreachable",
        "codex/unset: unset_variable",
        `${machine.home}/.gemini/settings.json: invalid_file`,
        "goose/naïve one: odd_name",
        "goose/naïve one: command_not_found",
        "mcp-json/ours: not_trusted",
        "gemini: gemini_untrusted_folder",
        "copilot: drops_servers",
      ]),
    );
    expect(codesOf(report).filter((code) => code.startsWith("cursor/good"))).toEqual([]);
    expect(report.servers.find(({ id }) => id === "cursor/good")).toMatchObject({
      state: "listed",
      steps: [{ state: "declared" }, { state: "admitted" }, { state: "started" }, { state: "listed" }],
      tools: 2,
    });
    expect(report.runtimes).toContainEqual({ title: "uv", command: "uvx", servers: 1 });
    expect(finding(report, "missing_runtime")).toMatchObject({ fix: "install uv: https://docs.astral.sh/uv" });
    expect(finding(report, "failed").cause).toMatch(
      /^it started, but listing its tools failed: .*the database is locked$/,
    );
    expect(finding(report, "crashes")).toMatchObject({ fix: expect.stringContaining("set the variable") });
    expect(finding(report, "invalid_file")).toMatchObject({ where: `${machine.home}/.gemini/settings.json:4:5` });
    expect(report.findings.every(({ fix, severity }) => fix !== undefined || severity === "note")).toBe(true);
    expect(report.isHealthy).toBe(false);
    expect(JSON.stringify(report)).not.toMatch(/hunter\d/);
  });

  it("tells a server that hangs from a program that speaks no MCP", async () => {
    await using machine = await fakeMachine();
    const speaks = await machine.program("speaks", `#!/bin/sh\necho "Usage: speaks [mcp]"\nexec sleep 100\n`);
    const hangs = await machine.program("hangs", `#!/bin/sh\nexec sleep 100\n`);
    await using web = createServer(() => {}).listen(0, "127.0.0.1");
    await once(web, "listening");
    const { port } = web.address() as AddressInfo;
    await machine.write("~/.cursor/mcp.json", {
      mcpServers: {
        speaks: { command: speaks },
        hangs: { command: hangs },
        silent: { url: `http://127.0.0.1:${port}/mcp` },
      },
    });
    const environment = { ...machine.environment, PATH: process.env["PATH"] ?? "" };
    const report = await machine.report({ start: { startMs: 3_000 }, environment });
    expect(codesOf(report)).toEqual(
      expect.arrayContaining(["cursor/speaks: no_mcp", "cursor/hangs: hangs", "cursor/silent: hangs"]),
    );
    expect(finding(report, "no_mcp").cause).toContain("Usage: speaks [mcp]");
    expect(fixesOf(report)).toMatchObject({
      "cursor/hangs": expect.stringMatching(/→ it runs but does not respond/),
      "cursor/silent": expect.stringMatching(/→ it accepts the connection but does not respond/),
    });
  });

  it("says what a remote server wants: a sign-in, another path, TLS, or another address", async () => {
    await using machine = await fakeMachine();
    await using provider = await startIdentityProvider();
    await using guarded = await startProtectedServer(provider);
    await using web = createServer((request, response) => {
      if (request.url === "/page") response.writeHead(200, { "content-type": "text/html" }).end("<html>Welcome</html>");
      else response.writeHead(404).end("nothing here");
    });
    web.listen(0, "127.0.0.1");
    await once(web, "listening");
    const { port } = web.address() as AddressInfo;
    await machine.write("~/.cursor/mcp.json", {
      mcpServers: {
        guarded: { url: guarded.url },
        lost: { url: `http://127.0.0.1:${port}/wrong` },
        tls: { url: `https://127.0.0.1:${port}/mcp` },
        unknown: { url: "https://no-such-host.invalid/mcp" },
        page: { url: `http://127.0.0.1:${port}/page` },
        password: { url: `http://me:hunter4-hunter4@127.0.0.1:${port}/mcp` },
      },
    });
    const report = await machine.report(START);
    expect(codesOf(report)).toEqual(
      expect.arrayContaining([
        "cursor/guarded: needs_sign_in",
        "cursor/lost: wrong_address",
        "cursor/tls: tls",
        "cursor/unknown: unknown_host",
        "cursor/page: wrong_address",
        "cursor/password: not_admitted",
      ]),
    );
    expect(fixesOf(report)).toMatchObject({
      "cursor/page": expect.stringMatching(/^its response is not MCP; it may be a web page.* → check the path/),
      "cursor/password": expect.stringMatching(/user name or password.* → .*credentials go into its headers$/),
    });
    expect(JSON.stringify(report)).not.toContain("hunter4");
    expect(finding(report, "needs_sign_in").fix).toContain(`tenon tools sign-in --server mine=${guarded.url}`);
  });

  it("warns of a server that works but prints to stdout, and of more tools than a client takes", async () => {
    await using machine = await fakeMachine();
    await using loud = await stdioServer({ tools: many(41), misbehaviour: { stdio: { stdoutNoise: ["banner"] } } });
    await machine.write("~/.cursor/mcp.json", { mcpServers: { loud: launchOf(loud) } });
    const report = await machine.report(START);
    expect(codesOf(report)).toEqual(
      expect.arrayContaining(["cursor/loud: noise", `${machine.home}/.cursor/mcp.json: too_many_tools`]),
    );
    expect(report.isHealthy).toBe(true);
  });

  it("starts a server once that two clients declare in the same way", async () => {
    await using machine = await fakeMachine();
    await using server = await startHttpServer({ tools: [{ name: "echo" }] });
    await machine.write("~/.cursor/mcp.json", { mcpServers: { web: { url: server.url } } });
    await machine.write("~/.kiro/settings/mcp.json", { mcpServers: { same: { url: server.url } } });
    const started: string[] = [];
    const report = await machine.report({ ...START, onStart: (names) => void started.push(...names) });
    expect(report.servers.map(({ state }) => state)).toEqual(["listed", "listed"]);
    expect(started).toHaveLength(1);
  });

  it("finds a command that only the login shell finds, and says which path to write", async () => {
    await using machine = await fakeMachine();
    const tool = await machine.program("hidden-server");
    const shell = await machine.program(
      "login-sh",
      `#!/bin/sh\nexport PATH="${tool.replace(/\/[^/]*$/, "")}:/usr/bin:/bin"\nexec /bin/sh -c "$4"\n`,
    );
    await machine.write("~/.cursor/mcp.json", { mcpServers: { hidden: { command: "hidden-server" } } });
    const report = await machine.report({ environment: { HOME: machine.home, PATH: "/usr/bin:/bin", SHELL: shell } });
    expect(finding(report, "login_shell_only").fix).toBe(`write ${tool} as its command`);
  });

  it("starts no server of a project's file before the user has agreed", async () => {
    await using machine = await fakeMachine();
    await using server = await stdioServer({ tools: [{ name: "echo" }] });
    await machine.write(".vscode/mcp.json", { servers: { project: launchOf(server) } });
    const held = await machine.report(START);
    expect(held.servers).toMatchObject([{ id: "vscode/project", state: "not trusted" }]);
    expect(finding(held, "not_trusted").fix).toContain("tenon doctor --start-project");
    expect(await server.recorded()).toEqual([]);
    const started = await machine.report({ ...START, isProjectTrusted: true });
    expect(started.servers).toMatchObject([{ state: "listed", tools: 1 }]);
  });

  it("says what it could not read in time, and goes on with the rest", async () => {
    await using machine = await fakeMachine();
    await machine.write(".mcp.json", { mcpServers: { ours: { command: "node" } } });
    await machine.write("~/.cursor/mcp.json", { mcpServers: { one: { command: "a" } } });
    const isTrusted = () => new Promise<boolean>(() => {});
    const trust = { isTrusted, trust: never, lastShown: never, withdraw: never, list: never };
    const stores = { folder: machine.home, trust, tokens: memoryTokenStore() };
    const report = await machine.report({ stores, readMs: 4_000 });
    expect(codesOf(report)).toContain("tenon.json: not_examined");
    expect(report.servers).toMatchObject([{ id: "cursor/one" }]);
  });

  it("changes no file", async () => {
    await using machine = await fakeMachine();
    await machine.write("~/.cursor/mcp.json", { mcpServers: { missing: { command: "no-such-server" } } });
    await machine.write("~/.config/zed/settings.json", "{ broken");
    const before = await machine.files();
    await machine.report(START);
    expect(await machine.files()).toEqual(before);
  });
});

const never = () => new Promise<never>(() => {});

type Report = Awaited<ReturnType<FakeMachine["report"]>>;

function finding({ findings }: Report, code: string) {
  const found = findings.find((one) => one.code === code);
  if (!found) throw new Error(`No finding "${code}"`);
  return found;
}

/** Cause and fix of each server. */
function fixesOf({ findings }: Report): Readonly<Record<string, string>> {
  return Object.fromEntries(findings.map(({ subject, cause, fix }) => [subject.id, `${cause} → ${fix}`]));
}

function launchOf({ command, args, env }: { command: string; args: readonly string[]; env: object }) {
  return { command, args, env };
}

function many(count: number) {
  return Array.from({ length: count }, (_, index) => ({ name: `tool_${index}` }));
}

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
