/**
 * Our agent with a model that calls one tool in each turn, once or several times at once, and takes no time itself. Says on
 * standard error how long the calls took, from the model's word to the model's next turn to speak: all but the model.
 */

import { join } from "node:path";
import { Readable, Writable } from "node:stream";

import { ndJsonStream } from "@agentclientprotocol/sdk";
import { type Model, rehearsalModel, serveAgent } from "@tenon/agent";
import { openHub, type OpenSessionHub } from "@tenon/hub";
import { openSqliteJournal } from "@tenon/journal";

const [folder = "", tool = "", args = '{"message":"hello"}', times = "1"] = process.argv.slice(2);
let saidAt: number | undefined;
let calls = 0;

const model: Model = {
  ...rehearsalModel(),
  async *answer({ messages }) {
    const last = messages.at(-1);
    if (last?.role === "tool" && saidAt !== undefined) process.stderr.write(`${performance.now() - saidAt}\n`);
    const parts = Array.from({ length: Number(times) }, () => {
      return { type: "tool-call" as const, id: `call-${(calls += 1)}`, name: tool, args: JSON.parse(args) };
    });
    const isOver = last?.role === "tool";
    const message = { role: "assistant" as const, parts: isOver ? [{ type: "text" as const, text: "Done." }] : parts };
    saidAt = performance.now();
    yield { type: "finish", reason: isOver ? "stop" : "tool-calls", message };
  },
};

/** Without the limit of a hundred calls a minute. */
const openUnlimitedHub: OpenSessionHub = async ({ servers, ...options }) =>
  openHub({
    ...options,
    servers: servers.map((server) => ({ ...server, options: { ...server.options, callsPerMinute: 1_000_000 } })),
  });

serveAgent(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)), {
  version: "0.0.0",
  models: { defaultId: model.id, accepts: model.accepts, known: [], open: async () => model },
  services: async () => ({
    openJournal: () => openSqliteJournal({ file: join(folder, "calls.db") }),
    openHub: openUnlimitedHub,
  }),
});
