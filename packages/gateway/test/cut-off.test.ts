/** A machine that cannot reach the store which it shares with others. */

import { JournalError, openMemoryJournal } from "@tenon/journal";
import { expect, it, vi } from "vitest";

import { openMemoryPeople, createPeople } from "../src/index.ts";
import { lateAgent } from "./support/late-agent.ts";
import { openGateway, PATIENT } from "./support/open-gateway.ts";

it("[M-01] sends its clients away and takes none until the store answers again", async () => {
  const store = breakable();
  await using gateway = openGateway({ journal: store.journal });
  const first = await gateway.client();
  const { sessionId } = await first.newSession();
  store.isBroken = true;
  const second = await gateway.client();
  // The first request finds out.
  second.request("session/load", { sessionId, cwd: "/", mcpServers: [] }).catch(() => {});
  await Promise.all([first.connection.closed, second.connection.closed]);
  expect(() => gateway.connect()).toThrow(expect.objectContaining({ code: "store_unreachable" }));
  expect(await gateway.gateway.problem()).toContain("cannot be reached");
  store.isBroken = false;
  await vi.waitFor(() => void gateway.connect(), PATIENT);
  expect(await gateway.gateway.problem()).toBeUndefined();
  await using again = await gateway.client();
  await again.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
});

it.each(["tenon", "late"])(
  "[N-01] opens no session whose lease was lost while it was opened, and opens it the next time: %s",
  async (agent) => {
    const memory = openMemoryJournal();
    let isLost = false;
    const journal = {
      ...memory,
      async open(id: string) {
        const writer = await memory.open(id);
        return isLost ? { ...writer, lost: AbortSignal.abort() } : writer;
      },
    };
    let sessionId = "";
    {
      await using before = openGateway({ journal, agents: [lateAgent] });
      await using beginner = await before.client({ agent });
      ({ sessionId } = await beginner.newSession({ cwd: "/" }));
      await beginner.prompt(sessionId, "hello");
    }
    await using gateway = openGateway({ journal, agents: [lateAgent] });
    await using client = await gateway.client({ agent });
    isLost = true;
    const load = () => client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
    await expect(load()).rejects.toMatchObject({ data: { code: "session_busy" } });
    expect(gateway.gateway.counts().liveSessions).toBe(0);
    isLost = false;
    await load();
    expect(gateway.gateway.counts().liveSessions).toBe(1);
  },
);

it("sends its clients away for good when a newer version has upgraded the store beyond it", async () => {
  const store = breakable(new JournalError("newer_format", "The journal was upgraded by a newer version"));
  await using gateway = openGateway({ journal: store.journal });
  const client = await gateway.client();
  store.isBroken = true;
  client.request("session/load", { sessionId: "a", cwd: "/", mcpServers: [] }).catch(() => {});
  await client.connection.closed;
  expect(await gateway.gateway.problem()).toContain("Update Tenon");
});

it("reports an outage of the people's store once, and its end", async () => {
  const store = await openMemoryPeople();
  const log: string[] = [];
  let isBroken = true;
  let looks = 0;
  await using people = createPeople({
    store: {
      ...store,
      async revision() {
        looks += 1;
        if (isBroken) throw new Error("connection refused");
        return await store.revision();
      },
    },
    folder: "/",
    refreshMs: 1,
    onFailure: (error) => void log.push(String(error)),
    onRecovery: () => void log.push("back"),
  });
  await vi.waitFor(() => expect(looks).toBeGreaterThan(3), PATIENT);
  people.failed(new Error("a token could not be checked"));
  expect(log).toEqual(["Error: connection refused"]);
  isBroken = false;
  await vi.waitFor(() => expect(log).toEqual(["Error: connection refused", "back"]), PATIENT);
});

/** A journal whose store can be put out of reach. */
function breakable(failure = new JournalError("store_unreachable", "Postgres cannot be reached")) {
  const journal = openMemoryJournal();
  const reach = <Result>(work: () => Promise<Result>): Promise<Result> =>
    store.isBroken ? Promise.reject(failure) : work();
  const store = {
    isBroken: false,
    journal: {
      ...journal,
      session: (id: string) => reach(() => journal.session(id)),
      check: () => reach(() => journal.check()),
    },
  };
  return store;
}
