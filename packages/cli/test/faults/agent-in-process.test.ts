/**
 * What only the agent in this process can be given: a model and a journal that fail. What else can go wrong beside a session
 * is tried with `tenon agent`, which is the same agent.
 */

import { ndJsonStream } from "@agentclientprotocol/sdk";
import { type Model, type ModelEvent, type ModelRequest, rehearsalModel, serveAgent } from "@tenon/agent";
import { type Journal, type NewRecord, openMemoryJournal, type SessionWriter } from "@tenon/journal";
import { linkedPair } from "@tenon/testkit";
import { byteWire, scriptedClient } from "@tenon/testkit/acp";
import { expect, it } from "vitest";

import { clientAnswers, clientCapabilities, faultSuite, settled } from "./fault-suite.ts";

/** What a provider's stream can do wrong, by the first words of a prompt. */
const modelFaults: Readonly<Record<string, (request: ModelRequest) => AsyncGenerator<ModelEvent, void>>> = {
  "throws at once": () => {
    throw new Error("no stream");
  },
  "throws before its first word": async function* () {
    yield await Promise.reject(new Error("no word"));
  },
  "throws in the middle": async function* () {
    yield { type: "text-delta", text: "half" };
    throw new Error("no more");
  },
  "throws what is no error": async function* () {
    yield { type: "text-delta", text: "half" };
    throw null;
  },
  "ends without an end": async function* () {
    yield { type: "text-delta", text: "half" };
  },
  "says an unknown event": async function* () {
    yield null as never;
    yield { type: "odd" } as never;
  },
  "calls a tool with nothing": async function* () {
    yield { type: "tool-call", id: "1", name: undefined, args: undefined } as never;
  },
  "begins a call and throws": async function* () {
    yield { type: "tool-call-start", id: "1", name: "mcp__rude__fault" };
    throw new Error("no arguments");
  },
  "throws when it is left": async function* ({ signal }) {
    yield { type: "text-delta", text: "half" };
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    throw new Error("left");
  },
};

/** What a journal can do wrong, to one session. */
const journalFaults: Readonly<Record<string, () => Promise<number>>> = {
  "rejects every record": () => Promise.reject(Object.assign(new Error("disk full"), { code: "disk_full" })),
  "throws at every record": () => {
    throw new Error("no journal");
  },
  "rejects with nothing": () => Promise.reject(undefined),
};

faultSuite("the agent in this process", openHost, ({ host, unharmed, newSession }) => {
  it.each(Object.keys(modelFaults))("a model that %s", (fault) =>
    unharmed(async () => {
      const session = await newSession();
      const turn = settled(host().faulty.prompt(session, `model ${fault}`));
      // One that says half a word and falls silent is left.
      if (fault === "throws when it is left") {
        await host().faulty.transcript.when(({ text }) => text.includes(session) && text.includes('"half"'));
        await host().faulty.cancel(session);
      }
      await turn;
      await expect(host().faulty.prompt(session, "hello")).resolves.toEqual({ stopReason: "end_turn" });
    }),
  );

  it.each(Object.entries(journalFaults))("a journal that %s", (_, append) =>
    unharmed(async () => {
      const session = await newSession();
      host().failing.set(session, append);
      await settled(host().faulty.prompt(session, 'use mcp__rude__fault kind="two answers"'));
      await settled(host().faulty.request("session/set_mode", { sessionId: session, modeId: "code" }));
      host().failing.delete(session);
      await settled(host().faulty.request("session/close", { sessionId: session }));
    }),
  );
});

async function openHost() {
  const pair = linkedPair<Uint8Array>();
  const failing = new Map<string, () => Promise<number>>();
  const model = faultyModel(rehearsalModel());
  const agent = serveAgent(ndJsonStream(pair.left.writable, pair.left.readable), {
    models: {
      defaultId: model.id,
      known: [{ id: model.id, name: model.id }],
      accepts: model.accepts,
      open: async () => model,
    },
    version: "0.0.0",
    services: async () => ({ openJournal: async () => faultyJournal(openMemoryJournal(), failing) }),
    onWarning() {
      throw new Error("a listener that throws");
    },
  });
  const client = scriptedClient(byteWire(pair.right), { answers: clientAnswers, capabilities: clientCapabilities });
  await client.initialize();
  return {
    healthy: client,
    faulty: client,
    failing,
    problems: () => client.transcript.problems("agent"),
    async [Symbol.asyncDispose]() {
      await client.drop();
      await agent.closed;
    },
  };
}

function faultyModel(model: Model): Model {
  return {
    ...model,
    answer(request) {
      const asked = request.messages.findLast(({ role }) => role === "user");
      const [, fault = ""] = /"model ([^"]+)"/u.exec(JSON.stringify(asked)) ?? [];
      return (modelFaults[fault] ?? ((given) => model.answer(given)))(request);
    },
  };
}

function faultyJournal(journal: Journal, failing: ReadonlyMap<string, () => Promise<number>>): Journal {
  const faulty = (writer: SessionWriter): SessionWriter =>
    Object.create(writer, {
      append: {
        value: (...records: readonly NewRecord[]) => failing.get(writer.session.id)?.() ?? writer.append(...records),
      },
    });
  return Object.create(journal, {
    create: { value: async (session: Parameters<Journal["create"]>[0]) => faulty(await journal.create(session)) },
    open: { value: async (id: string) => faulty(await journal.open(id)) },
  });
}
