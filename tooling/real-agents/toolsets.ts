/**
 * `npm run real-agents:toolsets [agent…]`: agents from npm use the database and the delivery toolset, on the stand-in model. Needs the
 * npm registry and nothing else.
 *
 * The model reads a table, tries to delete more rows than may go without a question, runs the tests of a project, and tries to
 * deploy a commit that was not tested. What it gets back is checked, and so is the database.
 */

import { execFileSync } from "node:child_process";
import { mkdir, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

import type { McpServer } from "@agentclientprotocol/sdk";
import { answerAlways, connectAgent } from "@tenon/client";
import { type ModelRequest, startModelServer, text, toolCall } from "@tenon/testkit/model";

import { openAgentHome } from "./agent-home.ts";
import { realAgents } from "./agents.ts";
import { installAgent } from "./install-agent.ts";
import { lastWish } from "./model-story.ts";
import type { RealAgent } from "./real-agent.ts";

interface Wish {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** In what the model gets back. */
  readonly answered: RegExp;
}

const wishes: Readonly<Record<string, Wish>> = {
  read: {
    tool: "query_database",
    arguments: { sql: "SELECT name FROM customer ORDER BY id", limit: 2 },
    answered: /Ada.*Grace.*cursor/s,
  },
  write: {
    tool: "query_database",
    arguments: { sql: "DELETE FROM customer" },
    answered: /Only (one )?(SELECT|statement)|not authorized/,
  },
  delete: {
    tool: "delete_data",
    arguments: { table: "customer", all_rows: true },
    answered: /12 rows/,
  },
  test: { tool: "run_tests", arguments: {}, answered: /1 passed/ },
  deploy: {
    tool: "deploy",
    arguments: { service: "shop", environment: "staging", version: "untested" },
    answered: /tests have not been run/,
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { folder: { type: "string", default: join(tmpdir(), "tenon-real-agents") } },
});
await mkdir(values.folder, { recursive: true });
const folder = await realpath(values.folder);
const names = positionals.length === 0 ? ["gemini", "opencode"] : positionals;
let failures = 0;
for (const agent of realAgents.filter(({ name }) => names.includes(name))) await useToolsets(agent);
process.exitCode = failures === 0 ? 0 : 1;

async function useToolsets(agent: RealAgent): Promise<void> {
  const program = await installAgent(agent, { folder });
  const called = new Set<string>();
  await using model = await startModelServer({ script: (request) => play(request, called) });
  await using home = await openAgentHome(agent, model, { programs: dirname(program) });
  const database = join(home.root, "shop.db");
  using rows = new DatabaseSync(database);
  rows.exec("CREATE TABLE customer (id integer PRIMARY KEY, name text)");
  for (const name of ["Ada", "Grace", ...Array.from({ length: 10 }, (_, n) => `c${n}`)]) {
    rows.prepare("INSERT INTO customer (name) VALUES (?)").run(name);
  }
  await writeProject(home.cwd);
  try {
    await using connected = await connectAgent(
      { command: program, args: agent.args, cwd: home.cwd, env: home.env },
      { clientInfo: { name: "tenon-toolsets", version: "1.0.0" }, services: { permissions: answerAlways("allow") } },
    );
    const mcpServers = [
      server("database", { DATABASE_URL: `sqlite:${database}` }),
      server("delivery", {
        DELIVERY_FOLDER: home.cwd,
        DELIVERY_STATE: join(home.root, "state"),
        DEPLOY_COMMAND: "true",
      }),
    ];
    const session = await connected.newSession({ cwd: home.cwd, mcpServers });
    if (agent.mode !== undefined) await session.setMode(agent.mode);
    for (const wish of Object.keys(wishes)) await session.prompt(`Please [[${wish}]]`);
  } finally {
    await home.endProcesses();
  }
  for (const [wish, { tool, answered }] of Object.entries(wishes)) {
    const last = model.requests.findLast((request) => request.tools.length > 0 && lastWish(request) === wish);
    const answer = last ? resultsAfter(last, wish) : "";
    report(agent, `${wish}: ${tool}`, answered.test(answer), answer.slice(-300));
  }
  const left = rows.prepare("SELECT count(*) AS count FROM customer").get()?.["count"];
  report(agent, "nothing was deleted", left === 12, `${String(left)} rows are left`);
}

/** Calls the tool of the last wish, once. */
function play(request: ModelRequest, called: Set<string>) {
  const wish = lastWish(request) ?? "";
  const wanted = wishes[wish];
  const tool = wanted && request.tools.find(({ name }) => name.endsWith(wanted.tool));
  if (!wanted || !tool || called.has(wish)) return text("That is all.");
  called.add(wish);
  return toolCall(tool, wanted.arguments);
}

function resultsAfter({ messages }: ModelRequest, wish: string): string {
  const all = JSON.stringify(messages);
  return all.slice(all.lastIndexOf(`[[${wish}]]`));
}

function report({ name }: RealAgent, what: string, isFine: boolean, detail: string): void {
  if (!isFine) failures += 1;
  console.log(`${isFine ? "✓" : "✗"} ${name.padEnd(10)} ${what}${isFine ? "" : `\n  ${detail}`}`);
}

function server(room: "database" | "delivery", env: Readonly<Record<string, string>>): McpServer {
  const main = fileURLToPath(new URL(`../../packages/toolset-${room}/src/main.ts`, import.meta.url));
  const variables = Object.entries({ ...env, PATH: process.env["PATH"] ?? "" });
  return {
    name: room,
    command: process.execPath,
    args: ["--conditions=tenon:source", main],
    env: variables.map(([name, value]) => ({ name, value })),
  };
}

/** A repository with two commits, of which `untested` is the first. */
async function writeProject(cwd: string): Promise<void> {
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd });
  git("init", "--quiet");
  await writeFile(
    join(cwd, "package.json"),
    '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  );
  await writeFile(join(cwd, "cart.test.js"), 'import { it } from "node:test";\nit("adds", () => {});\n');
  git("add", "--all");
  git("commit", "--quiet", "--message", "Sell things");
  git("tag", "untested");
  git("commit", "--quiet", "--allow-empty", "--message", "Sell more");
}
