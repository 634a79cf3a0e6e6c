/**
 * However a wrap ends, and whenever, nothing of its agent is left.
 *
 * Which moment it is, its seed decides: so many messages after the start, or right after it.
 */

import { markedProcesses, seededRandom } from "@tenon/testkit";
import { expect, it } from "vitest";

import { wrapped } from "./wrapped.ts";

// `WRAP_KILLS` asks for another number, `WRAP_SEED` for other moments.
const KILLS = Number(process.env["WRAP_KILLS"] ?? 2);
const SEED = Number(process.env["WRAP_SEED"] ?? 1);
const MOST_MESSAGES = 40;

// An agent with ten children: polite, deaf, and in a session of their own. It streams without end.
const AGENT = `
const { spawn } = require("node:child_process");
const deaf = "trap '' TERM HUP INT; while :; do sleep 1000; done";
for (let index = 0; index < 10; index += 1) {
  const script = index % 2 ? deaf : "exec sleep 1000";
  spawn("/bin/sh", ["-c", script], { detached: index % 3 === 0, stdio: "ignore" });
}
setInterval(() => console.log('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{}}}'), 2);
process.stdin.resume().on("end", () => process.exit());
`;

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
      await using wrap = await wrapped({}, { command: ["--", process.execPath, "-e", AGENT], env });
      const { client } = wrap;
      const messages = Math.floor(random() * MOST_MESSAGES);
      if (messages > 0) await client.transcript.when(() => client.transcript.entries.length >= messages);
      if (how === "closed standard input") await client.end();
      else client.kill(how);
      expect(await client.exited).toEqual(exit);
      await family.gone({ within: 30_000 });
    }
  },
);
