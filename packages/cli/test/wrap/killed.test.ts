/**
 * However a wrap ends, and whenever, nothing of its agent is left.
 *
 * Which moment it is, its seed decides: so many messages after the start, or right after it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { markedProcesses, seededRandom } from "@tenon/testkit";
import { expect, it } from "vitest";

import { journalFolder } from "../journal-folder.ts";
import { installation, noConfiguration, tenon } from "../tenon.ts";
import { wrapped } from "./wrapped.ts";

// `npm run kills` asks for twenty of each, at other moments.
const KILLS = Number(process.env["WRAP_KILLS"] ?? 2);
const SEED = Number(process.env["WRAP_SEED"] ?? 1);
const MOST_MESSAGES = 40;

const DEAF = "trap '' TERM HUP INT; while :; do sleep 1000; done";

// An agent with children: polite, deaf, in a session of their own, and the shim that it is given. It streams without end.
const AGENT = `
const { spawn } = require("node:child_process");
for (const [script, detached] of [["exec sleep 1000", false], [${JSON.stringify(DEAF)}, false], [${JSON.stringify(DEAF)}, true]]) {
  spawn("/bin/sh", ["-c", script], { detached, stdio: "ignore" });
}
console.log('{"jsonrpc":"2.0","id":0,"result":{"sessionId":"s"}}');
setInterval(() => console.log('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{}}}'), 2);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined || id === 0) return;
  for (const { command, args, env } of params?.mcpServers ?? []) {
    const given = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    spawn(command, args, { env: { ...process.env, ...given }, stdio: ["pipe", "ignore", "ignore"] });
  }
  console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { sessionId: "s" } }));
}).on("close", () => process.exit());
`;

// Ten MCP servers of the client, which start and never say anything.
const SERVERS = Array.from({ length: 10 }, (_, index) => ({
  name: `server-${index}`,
  command: "/bin/sh",
  args: ["-c", DEAF],
  env: [],
}));

it.each([
  ["SIGKILL", { code: null, signal: "SIGKILL" }],
  ["SIGTERM", { code: null, signal: "SIGTERM" }],
  ["closed standard input", { code: 0, signal: null }],
] as const)(
  `[G-01] [G-05] [W1] [W2] %s leaves nothing behind, ${KILLS} times (seed ${SEED})`,
  { timeout: 30_000 * KILLS },
  async (how, exit) => {
    const random = seededRandom(SEED + how.length);
    for (let round = 0; round < KILLS; round += 1) {
      const mark = { name: "TENON_TEST_WRAP", value: `${process.pid} ${how} ${round}` };
      const family = markedProcesses(mark);
      const env = { [mark.name]: mark.value };
      await using wrap = await wrapped({}, { flags: [], command: ["--", process.execPath, "-e", AGENT], env });
      const { client } = wrap;
      client.newSession({ mcpServers: SERVERS.map((server) => ({ ...server, env: [mark] })) }).catch(() => {});
      const messages = Math.floor(random() * MOST_MESSAGES);
      if (messages > 0) await client.transcript.when(() => client.transcript.entries.length >= messages);
      if (how === "closed standard input") await client.end();
      else client.kill(how);
      expect(await client.exited).toEqual(exit);
      await family.gone({ within: 30_000 });
    }
  },
);

// On a Node.js that is too old, `tenon` starts a newer one.
const LAUNCHER = `
const { runNode } = await import(${JSON.stringify(pathToFileURL(join(installation, "bin/find-node.mjs")).href)});
await runNode(process.argv.slice(1), [0, 0], { endsWithUs: true });
`;
const INITIALIZE = '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}';

it.each([
  ["agent", []],
  ["wrap", ["--", process.execPath, "-e", AGENT]],
] as const)(
  "[G-01] tenon %s ends when the launcher that started it is killed, though its input stays open",
  async (command, rest) => {
    const mark = { name: "TENON_TEST_LAUNCHED", value: `${process.pid} ${command}` };
    const family = markedProcesses(mark);
    await using data = await journalFolder();
    // Node.js closes the input of a child that has ended; this one is held open by another process.
    const editor = spawn("/bin/sh", ["-c", `echo '${INITIALIZE}'; exec sleep 1000`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    const args = ["--input-type=module", "-e", LAUNCHER, "--", tenon, command, ...rest];
    const env = { ...process.env, ...noConfiguration, TENON_DATA: data.folder, [mark.name]: mark.value };
    const launcher = spawn(process.execPath, args, { stdio: [editor.stdout, "pipe", "inherit"], env });
    await once(launcher.stdout, "data");
    launcher.kill("SIGKILL");
    try {
      await family.gone({ within: 15_000 });
    } finally {
      editor.kill("SIGKILL");
    }
  },
);
