/**
 * `tenon tools new | try | serve | policy`, as an author uses them one after the other.
 */

import { type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { tenon } from "./tenon.ts";

let home: string;
let env: NodeJS.ProcessEnv;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "tenon-toolset-"));
  // The toolset has the library from the sources, and tenon its own copy of it.
  env = { ...process.env, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, NODE_OPTIONS: "--conditions=tenon:source" };
  await run("tools", "new", join(home, "my-notes"));
  await symlink(fileURLToPath(new URL("../../../node_modules", import.meta.url)), join(home, "node_modules"));
  await writeFile(join(home, "ops.ts"), OPS);
});
afterAll(() => rm(home, { recursive: true }));

const toolset = () => join(home, "my-notes/toolset.ts");

describe("tenon tools", () => {
  it("try calls, reads and gets without questions, and lists as JSON", async () => {
    const call = await run("tools", "try", toolset(), "--call", "add_note", "--args", '{"text":"Buy milk"}', "--json");
    expect(JSON.parse(call.stdout)).toMatchObject({ structuredContent: { number: 1 } });
    expect((await run("tools", "try", toolset(), "--get", "summarize", "--args", '{"tone":"dry"}')).stdout).toContain(
      "in a dry tone",
    );
    const { stdout } = await run("tools", "try", toolset(), "--json", "--revision", "2025-11-25");
    expect(JSON.parse(stdout)).toMatchObject({
      tools: [{ name: "add_note" }],
      resources: [{ name: "notes://all" }],
      prompts: [{ name: "summarize", inputSchema: { required: [] } }],
      skills: [],
    });
    const wrong = await run("tools", "try", toolset(), "--call", "ad_note");
    expect(wrong).toMatchObject({
      code: 2,
      stderr: 'tenon: Server "my-notes" has no tool "ad_note". Available: add_note.\n',
    });
  });

  it("try asks for arguments and answers questions of the server, line by line", async () => {
    const { stdout, stderr } = await converse(
      ["tools", "try", join(home, "ops.ts")],
      ["call deploy", "production", "yes", "y", "call deploy", "nowhere", "quit"],
    );
    expect(stdout).toContain("ops 1.0.0, MCP 2026-07-28\n");
    expect(stdout).toContain(
      "environment (text, required) Where to: ? Deploy to production?\n  sure (yes-no, required): ",
    );
    expect(stdout).toContain("deployed\n");
    expect(stdout).toContain("There is no nowhere\nTry production.\ndeploy of ops returned an error\n");
    expect(stderr).toContain("1/2 building");
    expect(stderr).toContain("info: building");
  });

  it("serve puts it on standard streams, where our own client finds it", async () => {
    const command = `notes=${process.execPath} --conditions=tenon:source ${tenon} tools serve ${toolset()}`;
    const { stdout, code } = await run(
      "tools",
      "call",
      "--no-configured",
      "--server",
      command,
      "notes",
      "add_note",
      '{"text":"a"}',
    );
    expect({ stdout, code }).toEqual({ stdout: '{"number":1}\n', code: 0 });
  });

  it("serve --http prints an address that needs the token of a file", async () => {
    const child = start("tools", "serve", toolset(), "--http");
    const [address] = (await once(child.stdout, "data")) as [Buffer];
    const url = address.toString().trim();
    const token = (await readFile(join(home, "tenon/toolset-tokens/my-notes.txt"), "utf8")).trim();
    const ask = (headers: Record<string, string>) => fetch(url, { method: "POST", body: "{}", headers });
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: `Bearer ${token}`, "content-type": "application/json" })).status).toBe(400);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([null, "SIGTERM"]);
  });

  it("says what is wrong with a file that has no toolset", async () => {
    await writeFile(join(home, "empty.ts"), "export default {};\n");
    await writeFile(join(home, "broken.ts"), "export default ;\n");
    expect((await run("tools", "serve", join(home, "empty.ts"))).stderr).toContain(
      "must export a toolset as its default",
    );
    expect((await run("tools", "serve", join(home, "broken.ts"))).stderr).toContain("could not be loaded");
    expect((await run("tools", "try", join(home, "none.ts"))).stderr).toContain("No such file");
  });

  it("policy shows the rules of a server, and stores them when they are accepted", async () => {
    const server = `ops=${process.execPath} --conditions=tenon:source ${tenon} tools serve ${join(home, "ops.ts")}`;
    const policy = (...args: string[]) => run("tools", "policy", "--no-configured", "--server", server, "ops", ...args);
    const file = join(home, "tenon/policy-packs.json");
    const shown = await policy();
    expect(shown.stdout).toBe(
      "  ask deploy with environment = production\n      Customers see it\nTo accept them, run: tenon tools policy ops --yes\n",
    );
    await expect(readFile(file)).rejects.toThrow("ENOENT");
    expect((await policy("--yes")).stdout).toContain("Accepted.");
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({
      policy: { rules: [{ effect: "ask", when: { server: ["ops"], tool: ["deploy"] }, why: "Customers see it" }] },
    });
    expect((await run("tools", "policy", "ops", "--remove")).stdout).toBe("Removed 1 rule of ops.\n");
    expect(JSON.parse(await readFile(file, "utf8"))).toEqual({ policy: { rules: [] } });
  });

  it("add shows the rules of a server and accepts them if asked to; remove removes them with it", async () => {
    const ops = [process.execPath, "--conditions=tenon:source", tenon, "tools", "serve", join(home, "ops.ts")];
    const shown = await run("tools", "add", "ops", "--", ...ops);
    expect(shown.stdout).toContain("  ask deploy with environment = production\n      Customers see it\n");
    expect(shown.stdout).toContain("To accept them, run: tenon tools policy ops --yes\n");
    expect((await run("tools", "remove", "ops")).stdout).not.toContain("rule");
    const accepted = await run("tools", "add", "--accept-rules", "--json", "ops", "--", ...ops);
    expect(JSON.parse(accepted.stdout)).toMatchObject({ tools: 1, rules: [{ effect: "ask" }], accepted: true });
    expect((await run("tools", "remove", "ops")).stdout).toContain("Its accepted rule is removed.");
  });
});

function start(...args: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [tenon, ...args], { env });
}

function run(...args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [tenon, ...args], { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

async function converse(args: readonly string[], lines: readonly string[]) {
  const child = start(...args);
  const [stdout, stderr] = [child.stdout, child.stderr].map((stream) => stream.setEncoding("utf8").toArray());
  child.stdin.end(`${lines.join("\n")}\n`);
  await once(child, "close");
  return { stdout: (await stdout)?.join("") ?? "", stderr: (await stderr)?.join("") ?? "" };
}

const OPS = `
import { defineTool, defineToolset, jsonSchema, ToolError } from "@tenon/toolset";

const environment = { type: "string", description: "Where to" };
const deploy = defineTool({
  name: "deploy",
  description: "Deploys",
  input: jsonSchema<{ environment: string }>({ type: "object", properties: { environment }, required: ["environment"] }),
  async run({ environment }, { elicit, progress, log }) {
    if (environment === "nowhere") throw new ToolError("not_found", "There is no nowhere", { hint: "Try production." });
    const form = { type: "object" as const, properties: { sure: { type: "boolean" as const } }, required: ["sure"] };
    const answer = await elicit({ message: "Deploy to " + environment + "?", schema: form });
    if (answer.action !== "accept") return answer.action;
    log("info", "building");
    progress(1, { total: 2, message: "building" });
    return "deployed";
  },
});

export default defineToolset({
  name: "ops",
  version: "1.0.0",
  tools: [deploy],
  policy: [{ effect: "ask", tool: "deploy", arguments: { environment: "production" }, why: "Customers see it" }],
});
`;
