import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import type { AuthMethod } from "@agentclientprotocol/sdk";
import { stdioAgent } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../../src/connection/connect-agent.ts";
import { presetNamed } from "../../src/launch/presets.ts";
import { runInTerminal } from "../../src/sign-in/run-in-terminal.ts";
import { signInHelp } from "../../src/sign-in/sign-in-help.ts";
import { signInWays } from "../../src/sign-in/sign-in-way.ts";
import { signIn } from "../../src/sign-in/sign-in.ts";

const clientInfo = { name: "test", version: "0.0.0" };
const methods: readonly AuthMethod[] = [
  { id: "oauth", name: "With the browser", description: "opens a page" },
  { id: "tty", name: "In the terminal", type: "terminal", args: ["--login"], env: { SETUP: "1" } },
];

describe("signing in", () => {
  it("[Z-01, R139] in the agent's own way is asked of the agent, and the session can then be opened", async () => {
    const { command, args, env } = stdioAgent({ authRequired: true, authMethods: [methods[0]!] });
    const program = { command, args, cwd: "/", env: { ...process.env, ...env } };
    await using agent = await connectAgent(program, { clientInfo });
    const refused: unknown = await agent.newSession({ cwd: "/" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "sign_in_needed" });
    const [way] = signInWays(agent.initialized.authMethods ?? []);
    const result = await signIn(way!, { authenticate: (id) => agent.authenticate(id), program });
    expect(result).toEqual({ isSignedIn: true, mustReconnect: false });
    await using session = await agent.newSession({ cwd: "/" });
    expect(session.id).not.toBe("");
  });

  it("[R137, R138] in a terminal runs the same program with more arguments and variables, where the user types", async () => {
    const { stdout } = await typed("secret\n");
    const [said, result] = stdout.trim().split("\n");
    expect(said).toBe("agent --login|by hand|secret");
    expect(JSON.parse(result ?? "")).toEqual({ isSignedIn: true, mustReconnect: true });
  });

  it("[Z-03] has failed if the program ends with anything but 0", async () => {
    const { stdout } = await typed("wrong\n");
    const reason = 'Sign-in by "In the terminal" failed: its program ended with code 3.';
    expect(JSON.parse(stdout.trim().split("\n")[1] ?? "")).toEqual({ isSignedIn: false, reason });
  });

  it("by a method of an unknown type is not tried", async () => {
    const [way] = signInWays([{ id: "x", name: "By pigeon", type: "pigeon" } as AuthMethod]);
    const nobody = () => expect.unreachable();
    const program = { command: "x", cwd: "/", env: {} };
    const result = await signIn(way!, { authenticate: nobody, runProgram: nobody, program });
    expect(result).toMatchObject({ isSignedIn: false, reason: expect.stringContaining("By pigeon") as string });
  });

  it("in a terminal can be called off", async () => {
    const program = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"], cwd: "/", env: {} };
    const calling = new AbortController();
    const running = runInTerminal(program, { signal: calling.signal });
    calling.abort();
    expect(await running).toEqual({ code: null, signal: "SIGTERM" });
    await expect(runInTerminal(program, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow("no");
  });

  it("[U-06] by a missing program fails with its name", async () => {
    const program = { command: "/no/such/program", cwd: "/", env: {} };
    await expect(runInTerminal(program)).rejects.toThrow('Could not start "/no/such/program" in /: ENOENT.');
  });

  async function typed(text: string) {
    const file = fileURLToPath(new URL("./fixtures/sign-in-program.ts", import.meta.url));
    const args = ["--disable-warning=ExperimentalWarning", "--conditions=tenon:source", file, "--login", "by hand"];
    const running = promisify(execFile)(process.execPath, args);
    running.child.stdin?.end(text);
    return await running;
  }
});

describe("what to do about it", () => {
  it("[Z-01] is reported with every method there is, and what to type for it", () => {
    const help = signInHelp({
      title: "Codex",
      methods,
      preset: presetNamed("codex"),
      commandFor: (id) => `tenon run --agent codex --sign-in ${id}`,
    });
    expect(help.split("\n")).toEqual([
      "Codex requires you to sign in.",
      "Methods:",
      "  With the browser (opens a page): tenon run --agent codex --sign-in oauth",
      "  In the terminal, in this terminal: tenon run --agent codex --sign-in tty",
      "To sign in yourself, run `codex login`, or set CODEX_API_KEY and choose sign-in by API key.",
    ]);
  });

  it("[R134] is reported also for an agent that offers no method at all", () => {
    expect(signInHelp({ title: "goose", methods: [], preset: presetNamed("goose") })).toBe(
      "goose requires you to sign in.\nTo sign in, run `goose configure`.",
    );
    expect(signInHelp({ title: "my-agent", methods: [] })).toMatch(/lists no sign-in method/);
  });
});
