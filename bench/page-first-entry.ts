/**
 * How long a user waits for a session: from opening its address in Chromium, with nothing in the cache, until its first
 * entry is drawn. The gateway is `tenon serve` as it is installed, started anew, and the sessions are in its journal.
 *
 * A short one is held against a page that does nothing: a bare Node.js server, the same files at the same length, but its
 * script only puts one entry there. A long one is held against the short one. They take turns within the run, and every round
 * counts. First openings are figures of their own, of sessions that no page has opened since they were recorded: with the
 * checkpoints that a gateway makes as it records, and without them, as of an import or an agent that an editor started, so that
 * all of it is folded once.
 */

import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";

import { type NewRecord, openSqliteJournal } from "@tenon/journal";

import { findChromium } from "../packages/web/test/support/find-chromium.ts";
import { buildPage } from "../tooling/build-page.ts";
import { type Bench, median } from "./figure.ts";
import { installTenon, type InstalledTenon } from "./gateway-process.ts";

const [SHORT, LONG] = [100, 100_000];
const ROUNDS = 11;
const WARM_UP = 2;
/** Recorded as a gateway does it, and opened once each. */
const UNOPENED = ["unopened-1", "unopened-2", "unopened-3"] as const;

export const pageFirstEntry: Bench = {
  name: "page-first-entry",
  what: `the page, from its address to the first entry of a session of ${SHORT}, and of ${LONG}`,
  async *run() {
    const executablePath = await findChromium();
    if (executablePath === undefined) throw new Error("Needs Chromium");
    await using tenon = await installTenon();
    await recordSessions(tenon);
    await using serving = await tenon.serve();
    await using idle = await serveBarePage();
    await using browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    const signedIn = { storageState: await signIn(browser, serving) };
    const times = { long: [] as number[], short: [] as number[], bare: [] as number[] };
    const first = { long: [] as number[], short: [] as number[] };
    for (let round = 0; round < WARM_UP; round += 1) await firstEntry(browser, `${serving.url}/s/short`, signedIn);
    for (const id of UNOPENED) {
      first.long.push(await firstEntry(browser, `${serving.url}/s/${id}`, signedIn));
      first.short.push(await firstEntry(browser, `${serving.url}/s/short`, signedIn));
    }
    const opening = await firstEntry(browser, `${serving.url}/s/long`, signedIn);
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      const long = await firstEntry(browser, `${serving.url}/s/long`, signedIn);
      const short = await firstEntry(browser, `${serving.url}/s/short`, signedIn);
      const bare = await firstEntry(browser, idle.url);
      if (round < 0) continue;
      times.long.push(long);
      times.short.push(short);
      times.bare.push(bare);
    }
    yield {
      what: `time to the first entry of ${SHORT}, median of ${ROUNDS}`,
      unit: "ms",
      measured: { name: "the page", value: median(times.short) },
      baseline: { name: "a page that does nothing", value: median(times.bare) },
      // The script is run and not only fetched, and what it asks for comes one after another: the page, its sockets, the
      // records. That was six to ten times as long on a busy machine with two cores; more means that one of these has grown.
      limit: 12,
    };
    yield {
      what: `time to the first entry of ${LONG}, median of ${ROUNDS}`,
      unit: "ms",
      measured: { name: `a session of ${LONG}`, value: median(times.long) },
      baseline: { name: `a session of ${SHORT}`, value: median(times.short) },
      limit: 1.2,
    };
    yield {
      what: `time to the first entry of ${LONG} that no page has opened before, median of ${UNOPENED.length}`,
      unit: "ms",
      measured: { name: `a session of ${LONG}, recorded by a gateway`, value: median(first.long) },
      baseline: { name: `a session of ${SHORT}`, value: median(first.short) },
      limit: 1.2,
    };
    yield {
      what: `time to the first entry of ${LONG} that was recorded without a gateway, when it is opened for the first time`,
      unit: "ms",
      measured: { name: "a record without checkpoints", value: opening },
      baseline: { name: "the same with checkpoints", value: median(times.long) },
      // It is folded once as a whole, so this grows with the session; it happens once.
      limit: 30,
    };
  },
};

const TURNS_AT_ONCE = 500;

/** In the journal of the gateway, before it is started. A prompt and an answer are two entries. */
async function recordSessions(tenon: InstalledTenon): Promise<void> {
  await using journal = await openSqliteJournal({ file: join(tenon.folder, ".local/share/tenon/journal.db") });
  for (const [id, entries, hasCheckpoints] of [
    ["short", SHORT, false],
    ["long", LONG, false],
    ...UNOPENED.map((unopened) => [unopened, LONG, true] as const),
  ] as const) {
    await using writer = await journal.create({ id, cwd: tenon.folder, agent: "tenon" });
    for (let turn = 0; turn < entries / 2; turn += TURNS_AT_ONCE) {
      const count = Math.min(TURNS_AT_ONCE, entries / 2 - turn);
      await writer.append(...Array.from({ length: count }, (_, index) => turnRecords(id, turn + index)).flat());
      // What a gateway asks for after each prompt.
      if (hasCheckpoints) await journal.checkpoint(id, { records: 0 });
    }
  }
}

/** As many records as an answer of a few sentences has. */
function turnRecords(sessionId: string, id: number): readonly NewRecord[] {
  const prompt = [{ type: "text", text: `Question ${id}` }];
  const chunk = (text: string) => ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } });
  const words = [`Answer ${id}. `, "It takes ", "a few sentences, ", "each of them ", "with some words."];
  const sent = (from: NewRecord["from"], message: object) => ({
    from,
    text: JSON.stringify({ jsonrpc: "2.0", ...message }),
  });
  return [
    sent("client", { id, method: "session/prompt", params: { sessionId, prompt } }),
    ...words.map((text) => sent("agent", { method: "session/update", params: { sessionId, update: chunk(text) } })),
    sent("agent", { id, result: { stopReason: "end_turn" } }),
  ];
}

async function signIn(browser: Browser, { url, token }: { readonly url: string; readonly token: string }) {
  await using context = await browser.newContext();
  const answer = await context.request.post(`${url}/api/login`, { data: { token }, headers: { Origin: url } });
  if (!answer.ok()) throw new Error(`The gateway has answered ${answer.status()}`);
  const { key } = (await answer.json()) as { readonly key: string };
  // The page keeps its key in its own storage.
  const localStorage = [{ name: "tenon.key", value: key }];
  return { ...(await context.storageState()), origins: [{ origin: url, localStorage }] };
}

/** Milliseconds, by the browser's clock. A context of its own has nothing in its cache. */
async function firstEntry(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<number> {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  await page.addInitScript(TELL_WHEN_DRAWN);
  const drawn = page.waitForEvent("console", { predicate: (message) => message.text().startsWith(DRAWN) });
  const [message] = await Promise.all([drawn, page.goto(url)]);
  return Number(message.text().slice(DRAWN.length));
}

const DRAWN = "first entry drawn at ";

// Asked in each frame: one that is there in this frame has been drawn when the next begins.
const TELL_WHEN_DRAWN = `requestAnimationFrame(function look() {
  const entry = document.querySelector("article");
  if (!entry || entry.getBoundingClientRect().height === 0) return requestAnimationFrame(look);
  requestAnimationFrame(() => console.log("${DRAWN}" + performance.now()));
});`;

async function serveBarePage() {
  const folder = await buildPage();
  const types: Readonly<Record<string, string>> = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
  };
  const server = createServer((request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    response.setHeader("Content-Type", types[extname(path)] ?? "text/html");
    void readFile(join(folder, path)).then((body) =>
      response.end(extname(path) === ".js" ? ENTRY.padEnd(body.length) : body),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const ENTRY = 'document.body.append(Object.assign(document.createElement("article"), { textContent: "An entry" }));';
