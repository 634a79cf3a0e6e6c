/**
 * Our agent as `tenon agent` puts it together, with a durable journal, and a model that says as many words as it is asked
 * for, at the interval it is given; on SIGUSR2 it reports its cost so far on stderr.
 */

import { join } from "node:path";
import { Readable } from "node:stream";

import { ndJsonStream } from "@agentclientprotocol/sdk";
import { type Model, rehearsalModel, serveAgent } from "@tenon/agent";
import { openSqliteJournal } from "@tenon/journal";

import { queueStdout } from "../../packages/cli/src/process/stdout.ts";
import { sayCost, words } from "./words.ts";

const [folder = ""] = process.argv.slice(2);
sayCost();

const model: Model = {
  ...rehearsalModel(),
  async *answer({ messages }) {
    const last = messages.at(-1);
    const [part] = last?.role === "user" ? last.parts : [];
    let written = "";
    for await (const text of words(part?.type === "text" ? part.text : "")) {
      written += text;
      yield { type: "text-delta", text };
    }
    yield { type: "finish", reason: "stop", message: { role: "assistant", parts: [{ type: "text", text: written }] } };
  },
};

serveAgent(ndJsonStream(new WritableStream({ write: queueStdout }), Readable.toWeb(process.stdin)), {
  version: "0.0.0",
  models: { defaultId: model.id, accepts: model.accepts, known: [], open: async () => model },
  services: async () => ({ openJournal: () => openSqliteJournal({ file: join(folder, "journal.db") }) }),
});
