/**
 * `npm start`: the gateway with our agent and two real MCP servers, and its page with a session where something has just
 * happened. It needs no key and no network, keeps nothing, and stops with Ctrl-C.
 */

import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { styleText } from "node:util";

import { type AnyMessage, client, methods, type PromptRequest } from "@agentclientprotocol/sdk";
import { openModels } from "@tenon/agent";
import { droppedServer, listAgents, resolveAgent } from "@tenon/client";
import {
  aboutAgent,
  createGateway,
  createLog,
  type Gateway,
  type OtherAgent,
  ServeError,
  serveHttp,
  type ServeHttpOptions,
} from "@tenon/gateway";
import { openSqliteJournal } from "@tenon/journal";

import { buildPage } from "../tooling/build-page.ts";

const require = createRequire(import.meta.url);
const NOTES = "A tenon is the part of a joint that fits into a mortise.\nTODO: measure twice before the first cut.\n";
const interrupted = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => interrupted.abort());
const home = await realpath(await mkdtemp(join(tmpdir(), "tenon-start-")));
// The journal is beside it: what the session's tools list is only the user's.
const folder = join(home, "workshop");
try {
  await serveUntilInterrupted();
} finally {
  await rm(home, { recursive: true, force: true });
}

async function serveUntilInterrupted(): Promise<void> {
  console.log("Tenon brings your MCP tools to any coding agent and shows how far each server got.");
  console.log("This is its page, with our agent, a model that needs no key, and two MCP servers. Preparing it…");
  const pageFolder = await buildPage();
  await mkdir(folder);
  await writeFile(join(folder, "notes.txt"), NOTES);
  const token = randomBytes(32).toString("base64url");
  await using journal = await openSqliteJournal({ file: join(home, "journal.db") });
  const agents = await installedAgents();
  await using gateway = createGateway({
    journal,
    ownAgent: { version: "0.1.0", models: openModels({ env: {}, userModel: "rehearsal" }) },
    agents,
  });
  const log = createLog({ level: "warn", secrets: [token], write: (line) => process.stderr.write(line) });
  await using server = await listen({ gateway, token, log, pageFolder, version: "0.1.0" });

  const sessionId = await firstSession(gateway);
  if (interrupted.signal.aborted) return;
  console.log(styleText("bold", `Open ${server.url}/s/${sessionId}#token=${token}`));
  const names = agents.map(({ title = "" }) => title).join(", ");
  console.log(
    names === ""
      ? "No other agent was found on this machine; docs/agents.md lists those that work."
      : `Also on this machine: ${names}. Choose one under “New”, with your own sign-in.`,
  );
  console.log(
    'Try "read notes.txt and add a line", "what tools do you have?", "列出文件". Ctrl-C stops it. Nothing is kept.',
  );
  await new Promise((resolve) => interrupted.signal.addEventListener("abort", resolve, { once: true }));
}

/** For sessions of their own, beside our agent. */
async function installedAgents(): Promise<readonly OtherAgent[]> {
  const listed = await listAgents({ env: process.env, cwd: folder });
  return await Promise.all(
    listed
      .filter(({ state }) => state === "installed")
      .map(async ({ preset, version }) => ({
        name: preset.name,
        title: preset.title,
        about: await aboutAgent(preset, version),
        takesFiles: preset.failsWithFiles !== true,
        dropsServer: (server: object) => droppedServer(preset, server),
        program: async ({ cwd: at }: { readonly cwd: string }) =>
          (await resolveAgent(preset.name, { env: process.env, cwd: at })).program,
      })),
  );
}

/** On the usual port, or on any if that is taken. */
async function listen(options: ServeHttpOptions) {
  try {
    return await serveHttp({ ...options, port: 7411 });
  } catch (error) {
    if (!(error instanceof ServeError) || error.code !== "port_taken") throw error;
    return await serveHttp({ ...options, port: 0 });
  }
}

/** What any ACP client would do: a session with two servers, and three prompts. It leaves; the session lives on. */
async function firstSession(gateway: Gateway): Promise<string> {
  const there = new TransformStream<AnyMessage, AnyMessage>();
  const back = new TransformStream<AnyMessage, AnyMessage>();
  await using _connection = gateway.connect(
    { readable: there.readable, writable: back.writable },
    { name: "npm start" },
  );
  let answer = "";
  return await client({ name: "npm start" })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === "agent_message_chunk" && update.content.type === "text")
        answer += update.content.text;
    })
    .onRequest(methods.client.session.requestPermission, ({ params }) => {
      const allow = params.options.find(({ kind }) => kind === "allow_once");
      return { outcome: allow ? { outcome: "selected", optionId: allow.optionId } : { outcome: "cancelled" } };
    })
    .connectWith({ readable: back.readable, writable: there.writable }, async (agent) => {
      await agent.request(methods.agent.initialize, { protocolVersion: 1, clientCapabilities: {} });
      const { sessionId } = await agent.request(methods.agent.session.new, {
        cwd: folder,
        mcpServers: [
          { name: "everything", command: process.execPath, args: [binOf("server-everything"), "stdio"], env: [] },
          { name: "filesystem", command: process.execPath, args: [binOf("server-filesystem"), folder], env: [] },
        ],
      });
      const prompts = [
        "What is the sum of 17 and 25?",
        `use get_file_info path="notes.txt"`,
        'replace "mortise" by "mortise, and holds" in notes.txt',
      ];
      for (const text of prompts) {
        console.log(`${styleText("cyan", "you")}    ${text}`);
        answer = "";
        const request: PromptRequest = { sessionId, prompt: [{ type: "text", text }] };
        await agent.request(methods.agent.session.prompt, request);
        console.log(styleText("dim", `agent  ${firstLine(answer)}`));
      }
      return sessionId;
    });
}

/** Of Markdown: not the fence of a block of code. */
function firstLine(text: string): string {
  const [first = "", ...more] = text.split("\n").filter((line) => /^[^`\s]/.test(line));
  return more.length > 0 ? `${first} …` : first;
}

/** The program of one of the reference servers. */
function binOf(server: string): string {
  const manifest = require.resolve(`@modelcontextprotocol/${server}/package.json`);
  const { bin } = require(manifest) as { bin: Record<string, string> };
  return join(dirname(manifest), Object.values(bin)[0] ?? "");
}
