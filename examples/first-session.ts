/**
 * Our agent, two real MCP servers, two prompts, and what happened.
 *
 * The agent runs as an editor would run it: as a child process that speaks ACP. The servers are the reference servers of
 * the MCP project, handed over in `session/new`.
 */

import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";

import { connectAgent } from "@tenon/client";
import { createTimeline, type Entry } from "@tenon/timeline";

const require = createRequire(import.meta.url);
const tenon = fileURLToPath(new URL("../packages/cli/bin/tenon.mjs", import.meta.url));
const folder = await realpath(await mkdtemp(join(tmpdir(), "tenon-first-session-")));
await writeFile(join(folder, "notes.txt"), "A tenon is the part of a joint that fits into a mortise.\n");

const timeline = createTimeline();
const interrupted = new AbortController();
process.on("SIGINT", () => interrupted.abort());

try {
  await using agent = await connectAgent(
    {
      command: process.execPath,
      args: [tenon, "agent"],
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder },
    },
    {
      clientInfo: { name: "first-session", version: "0.1.0" },
      services: {
        permissions: async ({ options }) => {
          const allow = options.find(({ kind }) => kind === "allow_once");
          return { outcome: allow ? { outcome: "selected", optionId: allow.optionId } : { outcome: "cancelled" } };
        },
      },
    },
  );
  interrupted.signal.addEventListener("abort", () => void agent.close());
  const { agentInfo } = agent.initialized;
  console.log(styleText("bold", `${agentInfo?.title} ${agentInfo?.version}, with two MCP servers in ${folder}`));

  const session = await agent.newSession({
    cwd: folder,
    onEvent: (event) => void timeline.add(event),
    mcpServers: [
      { name: "everything", command: process.execPath, args: [binOf("server-everything"), "stdio"], env: [] },
      { name: "filesystem", command: process.execPath, args: [binOf("server-filesystem"), folder], env: [] },
    ],
  });
  for (const prompt of ["What is the sum of 17 and 25?", `Get the file info of ${join(folder, "notes.txt")}`]) {
    const before = timeline.entries.length;
    await session.prompt(prompt);
    for (const entry of timeline.entries.slice(before)) console.log(show(entry));
  }
} catch (error) {
  if (!interrupted.signal.aborted) throw error;
  process.exitCode = 130;
} finally {
  await rm(folder, { recursive: true });
}

function show(entry: Entry): string {
  switch (entry.type) {
    case "user-message":
      return `\n${styleText("cyan", "you")}    ${entry.content.map(blockText).join("")}`;
    case "agent-message":
    case "thought":
      return `${styleText("green", "agent")}  ${entry.content.map(blockText).join("")}`;
    case "tool-call": {
      const mark = entry.status === "completed" ? styleText("green", "✓") : styleText("red", "✗");
      const result = entry.content.map((part) => (part.type === "content" ? blockText(part.content) : part.type));
      return `${mark} tool ${styleText("bold", entry.title)} ${JSON.stringify(entry.rawInput)}\n       ${result.join(" ")}`;
    }
    case "turn-end":
      return styleText("dim", `       (${entry.stopReason})`);
    default:
      return styleText("dim", `       ${entry.type}`);
  }
}

function blockText(block: { readonly type: string; readonly text?: unknown }): string {
  return typeof block.text === "string" ? block.text.trim() : `(${block.type})`;
}

/** The program of one of the reference servers. */
function binOf(server: string): string {
  const manifest = require.resolve(`@modelcontextprotocol/${server}/package.json`);
  const { bin } = require(manifest) as { bin: Record<string, string> };
  return join(dirname(manifest), Object.values(bin)[0] ?? "");
}
