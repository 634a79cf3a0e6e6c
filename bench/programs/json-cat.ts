/**
 * The least that stands between a client and an agent: lines that are parsed and passed on. With a folder, each is
 * recorded in a journal first, as it comes.
 */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

import { createRecorder, openSqliteJournal } from "@tenon/journal";

const [program = "", folder] = process.argv.slice(2);
const agent = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
const recorder =
  folder === undefined
    ? undefined
    : createRecorder(await openSqliteJournal({ file: join(folder, "cat.db"), waitsForDisk: false }), {
        agent: "cat",
        cwd: "/",
        newId: () => crypto.randomUUID(),
      });

pass(process.stdin, agent.stdin, "client");
pass(agent.stdout, process.stdout, "agent");
agent.on("exit", () => process.exit());

function pass(input: NodeJS.ReadableStream, output: NodeJS.WritableStream, from: "client" | "agent"): void {
  createInterface({ input })
    .on("line", (text) => {
      const message: unknown = JSON.parse(text);
      if (!recorder) output.write(`${text}\n`);
      else void recorder.record({ from, message, text }).then(() => output.write(`${text}\n`));
    })
    .on("close", () => output.end());
}
