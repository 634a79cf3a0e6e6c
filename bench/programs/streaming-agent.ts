/**
 * Our agent as `tenon agent` puts it together, with a durable journal, and a model that says as many words as it is asked
 * for; it says on standard error what a turn cost.
 */

import { join } from "node:path";
import { Readable, Writable } from "node:stream";
import { setImmediate as nextWord } from "node:timers/promises";

import { ndJsonStream } from "@agentclientprotocol/sdk";
import { type Model, rehearsalModel, serveAgent } from "@tenon/agent";
import { openSqliteJournal } from "@tenon/journal";

const [folder = ""] = process.argv.slice(2);

const model: Model = {
  ...rehearsalModel(),
  async *answer({ messages }) {
    const last = messages.at(-1);
    const [part] = last?.role === "user" ? last.parts : [];
    const words = Number(part?.type === "text" ? part.text : 0);
    const before = process.cpuUsage();
    let text = "";
    for (let n = 0; n < words; n += 1) {
      // As a model's words come: one at a time.
      await nextWord();
      text += `word ${n} `;
      yield { type: "text-delta", text: `word ${n} ` };
    }
    yield { type: "finish", reason: "stop", message: { role: "assistant", parts: [{ type: "text", text }] } };
    // The turn has taken the last event when everything it sent is on its way; what is still to be written is counted too.
    setImmediate(() => setImmediate(() => process.stderr.write(`${cost(before)}\n`)));
  },
};

serveAgent(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)), {
  version: "0.0.0",
  models: { defaultId: model.id, accepts: model.accepts, known: [], open: async () => model },
  services: async () => ({ openJournal: () => openSqliteJournal({ file: join(folder, "journal.db") }) }),
});

function cost(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
