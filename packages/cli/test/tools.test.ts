import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { descendantsOf } from "@tenon/testkit";
import { startHttpServer, type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { startIdentityProvider } from "../../hub/test/sign-in/fixtures/identity-provider.ts";
import { startProtectedServer } from "../../hub/test/sign-in/fixtures/protected-server.ts";
import { type CommandResult, runInResident } from "./resident/resident-tenon.ts";
import { tenon } from "./tenon.ts";

const inputSchema = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" } },
  required: ["a", "b"],
};
const add = { name: "add", description: "Adds two numbers", inputSchema };
const fail = {
  name: "fail",
  call: [{ type: "result", result: { isError: true, content: [{ type: "text", text: "no luck" }] } } as const],
};

let home: string;
beforeAll(async () => void (home = await mkdtemp(join(tmpdir(), "tenon-tools-"))));
afterAll(() => rm(home, { recursive: true }));

describe("tenon tools", () => {
  it("list shows every tool with its cost, as a table or as JSON", async () => {
    await using server = await startHttpServer({ tools: [add, fail] });
    const table = await tools("list", "--server", `web=${server.url}`);
    expect(table).toMatchObject({ code: 0, stderr: "" });
    expect(table.stdout).toMatch(/^web +add +\d+ +Adds two numbers$/m);
    expect(table.stdout).toMatch(/2 tools of 1 server, \d+ tokens/);
    const json = await tools("list", "--server", `web=${server.url}`, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject([{ name: "mcp__web__add", inputSchema }, { name: "mcp__web__fail" }]);
  });

  it("[L9] list shows no hidden characters", async () => {
    const description = "Adds\u001B[31m \u{E0064}\u{E0065}two\u200B \u202Enumbers";
    await using server = await startHttpServer({ tools: [{ ...add, description }] });
    const { stdout } = await tools("list", "--server", `web=${server.url}`);
    expect(stdout).toMatch(/^web +add +\d+ +Adds two numbers$/m);
    const json = await tools("list", "--server", `web=${server.url}`, "--json");
    expect(JSON.parse(json.stdout)).toMatchObject([{ description: "Adds two numbers" }]);
  });

  it("search finds tools by what they do, and says because of which words", async () => {
    await using server = await startHttpServer({ tools: [add, { name: "read_file", description: "Reads a file" }] });
    const { stdout } = await tools("search", "--server", `web=${server.url}`, "sum", "of", "numbers");
    expect(stdout).toMatch(/^web +add/m);
    const nothing = await tools("search", "--server", `web=${server.url}`, "zzzz");
    expect(nothing.stdout).toContain('No tool out of 2 matches "zzzz".');
  });

  it("call prints the result, puts the arguments right, and ends with 1 when the tool fails", async () => {
    await using server = await stdioServer({ tools: [add, fail] });
    const args = ["--server", `s=${commandLine(server)}`];
    const good = await tools("call", ...args, "s", "add", '{"a":"1","b":2}');
    expect(good.code).toBe(0);
    expect(good.stdout).toContain('"a":1');
    const bad = await tools("call", ...args, "s", "fail");
    expect(bad).toMatchObject({ code: 1, stdout: "no luck\n" });
    expect(bad.stderr).toContain("fail of s returned an error");
  });

  it.each(["--json", "--no-json"])("call %s does not blame the server for arguments that we refuse", async (flag) => {
    await using server = await startHttpServer({ tools: [add] });
    const called = await tools("call", "--server", `s=${server.url}`, flag, "s", "add", '{"a":1}');
    expect(called).toMatchObject({ code: 1, stdout: "" });
    expect(called.stderr).toMatch(/^tenon: Invalid arguments for add: .*\bb\b/m);
    expect(called.stderr).not.toContain("returned an error");
  });

  it.each([
    [["s", "add", "{"], "not valid JSON"],
    [["s", "add", "[]"], "must be a JSON object"],
    [["t", "add"], 'Unknown server "t". Available: s.'],
    [["s", "ad"], 'Server "s" has no tool "ad". Available: add, fail.'],
  ])("call %j is not understood: exit code 2", async (words, hint) => {
    await using server = await startHttpServer({ tools: [add, fail] });
    const { code, stderr } = await tools("call", "--server", `s=${server.url}`, ...words);
    expect(code).toBe(2);
    expect(stderr).toContain(hint);
  });

  it("reports a server that cannot be started, and lists the others", async () => {
    await using server = await startHttpServer({ tools: [add] });
    const { code, stdout, stderr } = await tools("list", "--server", `web=${server.url}`, "--server", "no-such-server");
    expect(code).toBe(0);
    expect(stdout).toContain("add");
    expect(stderr).toContain("no-such-server failed");
  });

  it.each(["list", "search"])("%s ends with 1 when no server listed its tools", async (command) => {
    const words = command === "search" ? ["numbers"] : [];
    const failed = await tools(command, "--server", "no-such-server", "--server", "http://127.0.0.1:9/mcp", ...words);
    expect(failed).toMatchObject({ code: 1, stdout: "" });
    expect(failed.stderr).toContain("No server listed its tools.");
    await using server = await startHttpServer({ tools: [] });
    expect(await tools(command, "--server", `web=${server.url}`, ...words)).toMatchObject({ code: 0, stderr: "" });
  });

  it("list says how to add a server when there is none", async () => {
    const { code, stdout, stderr } = await tools("list");
    // No empty table.
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toContain("Add one: tenon tools add");
  });

  it("[K-02] a project's file starts nothing until it is trusted, and again after a change", async () => {
    await using server = await stdioServer({ tools: [add] });
    const project = await mkdtemp(join(home, "project-"));
    const write = (extra: readonly string[]) =>
      writeFile(
        join(project, "tenon.json"),
        JSON.stringify({
          mcpServers: { mine: { command: server.command, args: [...server.args, ...extra], env: server.env } },
        }),
      );
    await write([]);
    const before = await tools("list", "--cwd", project);
    expect(before.stderr).toContain("mine is not trusted yet");
    expect((await server.recorded()).filter(({ type }) => type === "start")).toEqual([]);
    expect((await tools("trust", "--cwd", project)).stdout).toContain("mine");
    await tools("trust", "--cwd", project, "--yes");
    expect((await tools("list", "--cwd", project)).stdout).toContain("add");
    await write(["changed"]);
    expect((await tools("list", "--cwd", project)).stderr).toContain("mine is not trusted yet");
    expect((await tools("trust", "--cwd", project, "--withdraw")).stdout).toBe("Withdrew trust in 1 entry.\n");
  });

  it("grants lists what is remembered, and says when an id is unknown", async () => {
    expect((await tools("grants")).stdout).toBe("No remembered approvals.\n");
    expect(await tools("grants", "--revoke", "x")).toMatchObject({ code: 2 });
  });

  it("[P45] goes through the proxy of the environment", async () => {
    await using server = await startHttpServer({ tools: [add] });
    const passed: string[] = [];
    const proxy = createServer((incoming, outgoing) => {
      passed.push(new URL(incoming.url ?? "").host);
      const { method, headers } = incoming;
      const forwarded = request(incoming.url ?? "", { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      incoming.pipe(forwarded);
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
    const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const { stdout } = await tools({ HTTP_PROXY }, "list", "--server", `web=${server.url}`);
    proxy.close();
    proxy.closeAllConnections();
    expect(stdout).toContain("Adds two numbers");
    expect(passed).toContain(new URL(server.url).host);
  });

  it("[M32] call says how to grant what a tool wants, and sign-in then asks for it", async () => {
    await using provider = await startIdentityProvider();
    await using server = await startProtectedServer(provider);
    const at = ["--server", `vault=${server.url}`];
    await expect(signIn(...at, "vault")).resolves.toMatchObject({ code: 0, stdout: "Signed in to vault: 2 tools.\n" });
    const refused = await tools("call", ...at, "vault", "admin");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toContain("vault needs you to sign in again, to grant admin: tenon tools sign-in vault");
    await expect(signIn(...at, "vault")).resolves.toMatchObject({ code: 0, stdout: "Signed in to vault: 2 tools.\n" });
    await expect(tools("call", ...at, "vault", "admin")).resolves.toMatchObject({ code: 0, stdout: "did admin\n" });
    await expect(signIn(...at, "vault")).resolves.toMatchObject({ stdout: "vault does not require sign-in.\n" });
  });

  it("[G-08] Ctrl-C in the middle of a call ends the servers, whatever they ignore", async () => {
    const call = [{ type: "never-answer" } as const];
    const stdio = { ignoresEndOfInput: true, ignoresSigterm: true };
    await using server = await stdioServer({ tools: [{ name: "hang", call }], misbehaviour: { stdio } });
    const args = ["tools", "call", "--server", `s=${commandLine(server)}`, "s", "hang"];
    await mkdir(join(home, "hasty/tenon"), { recursive: true });
    await writeFile(join(home, "hasty/tenon/tenon.json"), JSON.stringify({ limits: { endMs: 100 } }));
    const env = { ...environment(), XDG_CONFIG_HOME: join(home, "hasty") };
    const child = spawn(process.execPath, [tenon, ...args], { env, stdio: "ignore" });
    await server.until("call-start");
    const family = descendantsOf(child.pid ?? 0);
    expect(await family.living()).not.toEqual([]);
    child.kill("SIGINT");
    await once(child, "exit");
    await family.gone({ within: 30_000 });
    expect({ code: child.exitCode, signal: child.signalCode }).toEqual({ code: null, signal: "SIGINT" });
  });
});

function environment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return { ...extra, ...process.env, HOME: home, XDG_CONFIG_HOME: join(home, "config") };
}

function tools(...words: readonly (string | Readonly<Record<string, string>>)[]): Promise<CommandResult> {
  const args = words.filter((word) => typeof word === "string");
  const env = environment(words.find((word) => typeof word === "object"));
  return runInResident({ args: ["tools", ...args], cwd: home, env });
}

/** Signs in as a person does: opens the page that the command prints. */
async function signIn(...args: readonly string[]): Promise<Omit<CommandResult, "stderr">> {
  const child = spawn(process.execPath, [tenon, "tools", "sign-in", "--no-browser", ...args], {
    env: environment(),
    cwd: home,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  const closed = once(child, "close");
  for await (const line of createInterface({ input: child.stderr })) {
    const [, page] = /^tenon: sign in at (\S+)$/.exec(line) ?? [];
    if (page !== undefined) await (await fetch(page)).text();
  }
  await closed;
  return { code: child.exitCode ?? -1, stdout };
}

/** The variables go along through `env`, because a command line has none. */
function commandLine({ command, args, env }: StdioServer): string {
  const variables = Object.entries(env).map(([name, value]) => `'${name}=${value}'`);
  return ["env", ...variables, `'${command}'`, ...args.map((arg) => `'${arg}'`)].join(" ");
}
