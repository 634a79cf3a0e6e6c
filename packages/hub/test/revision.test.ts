import { randomUUID } from "node:crypto";
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { createProcessBudget, createRevisionMemory, type HubOptions, verdictFile } from "@tenon/hub";
import { markedProcesses } from "@tenon/testkit";
import { type HttpFault, type ServerScript, startHttpServer, type StdioServer, stdioServer } from "@tenon/testkit/mcp";
import { describe, expect, it } from "vitest";

import { httpSpec, insistThatNothingIsLeft, openTestHub, stdioSpec } from "./open-test-hub.ts";

insistThatNothingIsLeft();

const echo = { name: "echo", description: "echo" };
// Every start counts as silent at once, or never.
const impatient: Partial<HubOptions> = { limits: { quietMs: 1 } };
const patient: Partial<HubOptions> = { limits: { quietMs: 600_000 } };

/** Ours are strict, as the SDKs for Python and Go are: a connection that was asked for the newer revision is of that one. */
const slow = (script: Partial<ServerScript> = {}): ServerScript => ({
  tools: [echo],
  ...script,
  misbehaviour: { ...script.misbehaviour, stdio: { startGate: "awake" } },
});

describe("a server that is slow to start", () => {
  it.each(["both", "2026-07-28", "2025-11-25"] as const)(
    "[C4] connects whenever it wakes up, if it speaks %s",
    async (revision) => {
      await using server = await stdioServer(slow({ revision }));
      await using hub = openTestHub([stdioSpec("slow", server)], impatient);
      await server.until("start", ({ start }) => start === 2);
      server.release("awake");
      await hub.until("slow", "listed");
      expect(hub.receipts.map(({ state }) => state)).not.toContain("failed");
      await expect(hub.call("mcp__slow__echo", {})).resolves.toBeDefined();
    },
  );

  it("[C4] never gets `initialize` behind an unread `server/discover`", async () => {
    await using server = await stdioServer(slow());
    await using hub = openTestHub([stdioSpec("slow", server)], impatient);
    await server.until("start", ({ start }) => start === 2);
    server.release("awake");
    await hub.until("slow", "listed");
    const methods = await methodsByStart(server);
    for (const ofOne of methods.values()) {
      expect(ofOne.includes("server/discover") && ofOne.includes("initialize")).toBe(false);
    }
  });

  it("[C4] is left alone while it is not silent for long", async () => {
    await using server = await stdioServer(slow({ revision: "2026-07-28" }));
    await using hub = openTestHub([stdioSpec("slow", server)], patient);
    await server.until("start");
    server.release("awake");
    await hub.until("slow", "listed");
    expect((await methodsByStart(server)).size).toBe(1);
  });

  it("[C4] is started once and waited for, if its revision is configured", async () => {
    await using server = await stdioServer(slow({ revision: "2026-07-28" }));
    await using hub = openTestHub([stdioSpec("slow", server, { revision: "2026-07-28" })], impatient);
    await server.until("start");
    server.release("awake");
    await hub.until("slow", "listed");
    expect((await server.recorded()).filter(({ type }) => type === "start")).toHaveLength(1);
  });

  it("[C4] [M42] that ignores the question is served by its second process, and the first one is ended", async () => {
    await using server = await stdioServer({ tools: [echo], misbehaviour: { silentOn: ["server/discover"] } });
    const mark = { name: "TENON_TEST_SECOND", value: randomUUID() };
    const spec = stdioSpec("old", server);
    if (spec.type !== "stdio") throw new Error("not a program");
    await using hub = openTestHub([{ ...spec, env: { ...spec.env, [mark.name]: mark.value } }], impatient);
    await hub.until("old", "listed");
    expect(hub.servers[0]?.info?.revision).toBe("2025-11-25");
    await until(async () => ((await markedProcesses(mark).living()).length === 1 ? true : undefined));
    await expect(hub.call("mcp__old__echo", {})).resolves.toBeDefined();
  });

  it("[C4] does not wait for second starts of other servers that hang", async () => {
    await using first = await stdioServer(slow());
    await using second = await stdioServer(slow());
    await using old = await stdioServer({ tools: [echo], misbehaviour: { silentOn: ["server/discover"] } });
    const shared = { ...impatient, budget: createProcessBudget() };
    await using _hanging = openTestHub([stdioSpec("first", first), stdioSpec("second", second)], shared);
    for (const server of [first, second]) await server.until("start", ({ start }) => start === 2);
    await using hub = openTestHub([stdioSpec("old", old)], shared);
    await hub.until("old", "listed");
  });
});

describe("what was found out about a server", () => {
  it("[C4] is kept in a private file and spares the next process the question", async () => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "state", "servers.json");
    await using server = await stdioServer({ revision: "2025-11-25", tools: [echo] });
    for (const _ of ["first", "second"]) {
      const memory = createRevisionMemory({ store: verdictFile(file) });
      await using hub = openTestHub([stdioSpec("old", server)], { ...patient, memory }, "unmarked");
      await hub.until("old", "listed");
      await until(() => readFile(file, "utf8"));
    }
    const methods = await methodsByStart(server);
    expect(methods.get(1)).toContain("server/discover");
    expect(methods.get(2)).not.toContain("server/discover");
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, "utf8")).not.toContain(server.command);
  });

  it("[C4] is asked again when the command has changed", () => {
    const memory = createRevisionMemory();
    const spec = { type: "stdio", name: "s", command: "uvx", args: ["a@1"], env: {} } as const;
    memory.remember(spec, { revision: "2025-11-25" });
    expect(memory.recall(spec)).toBeDefined();
    expect(memory.recall({ ...spec, args: ["a@2"] })).toBeUndefined();
  });

  it.each([
    ["damaged", (file: string) => writeFile(file, '{"a":')],
    ["of another kind", (file: string) => writeFile(file, '[{"a":{"revision":7}}]')],
    ["not writable", (file: string) => writeFile(file, "{}").then(() => chmod(join(file, ".."), 0o500))],
    [
      "in a folder that is a file",
      (file: string) => rm(join(file, ".."), { recursive: true }).then(() => writeFile(join(file, ".."), "")),
    ],
  ])("[C4] does not matter if its file is %s", async (_, spoil) => {
    await using folder = await temporaryFolder();
    const file = join(folder.path, "servers.json");
    await spoil(file);
    await using server = await stdioServer({ tools: [echo] });
    const memory = createRevisionMemory({ store: verdictFile(file) });
    await using hub = openTestHub([stdioSpec("good", server)], { memory });
    await hub.until("good", "listed");
    await chmod(folder.path, 0o700);
  });

  it.each([
    ["2026-07-28", "2025-11-25"],
    ["2025-11-25", "2026-07-28"],
  ] as const)("[C4] is corrected when a server that spoke %s speaks only %s now", async (before, now) => {
    await using server = await stdioServer({ revision: now, tools: [echo] });
    const memory = createRevisionMemory();
    const spec = stdioSpec("changed", server);
    memory.remember(spec, { revision: before });
    await using hub = openTestHub([spec], { ...patient, memory }, "unmarked");
    await hub.until("changed", "listed");
    expect(hub.receipts.map(({ state }) => state)).not.toContain("failed");
    expect(memory.recall(spec)).toMatchObject({ revision: now });
  });
});

describe("an older server over HTTP", () => {
  it.each<[string, HttpFault["answer"], Partial<HubOptions>]>([
    ["answers the question for its revision with 500", { type: "status", status: 500 }, patient],
    ["hangs up at the question for its revision", { type: "cut" }, patient],
    ["answers it with a web page", { type: "status", status: 200, headers: { "content-type": "text/html" } }, patient],
    ["never answers it", { type: "stall" }, impatient],
  ])("[M42] connects although it %s", async (_, answer, options) => {
    const faults: readonly HttpFault[] = [{ when: { method: "server/discover" }, answer }];
    await using server = await startHttpServer({
      revision: "2025-11-25",
      tools: [echo],
      misbehaviour: { http: { faults } },
    });
    await using hub = openTestHub([httpSpec("old", server)], options);
    await hub.until("old", "listed");
    await expect(hub.call("mcp__old__echo", {})).resolves.toBeDefined();
    expect(hub.receipts.map(({ state }) => state)).not.toContain("failed");
  });
});

/** What each process of the server was sent. */
async function methodsByStart(server: StdioServer): Promise<ReadonlyMap<number, readonly unknown[]>> {
  const messages = (await server.recorded()).flatMap((record) => (record.type === "message" ? [record] : []));
  const byStart = Map.groupBy(messages, ({ start }) => start);
  return new Map([...byStart].map(([start, records]) => [start, records.map(({ message }) => message["method"])]));
}

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "tenon-revision-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Looks until it is there: the file is written in the background. */
async function until<Value>(look: () => Promise<Value>): Promise<Value> {
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
