/**
 * `tenon connect`, from an editor to an agent behind a gateway in another process and folder.
 */

import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";

import { allow, spawnedClient, type TranscriptEntry } from "@tenon/testkit/acp";
import { delay, text, toolCall } from "@tenon/testkit/model";
import { describe, expect, it } from "vitest";

import { noConfiguration, runTenon, tenon } from "../tenon.ts";
import { connectedEditor } from "./connected-editor.ts";

it("[R162] passes a session to the agent over there and back, in order", async () => {
  await using place = await connectedEditor({ script: () => text("All ", "is ", "well.") });
  const { client } = place;
  const { agentInfo } = await client.initialize();
  expect(agentInfo?.name).toBe("tenon");
  const { sessionId } = await client.newSession({ cwd: place.project });
  await expect(client.prompt(sessionId, "how is it?")).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toBe("All is well.");
  await expect(client.request("no/such", {})).rejects.toMatchObject({ code: -32601 });
  expect(client.transcript.entries.filter(({ text }) => text.includes('"method":"_tenon/'))).toEqual([]);
  expect(client.transcript.problems("agent")).toEqual([]);
});

it("shows the editor nothing twice and nothing too little when the line is cut in a turn", async () => {
  const words = Array.from({ length: 60 }, (_, index) => `word-${index} `);
  await using place = await connectedEditor({
    script: () => words.flatMap((word) => [text(word), delay(15)]),
    capabilities: { session: { notices: {} } },
  });
  const { client, network } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project });
  const turn = client.prompt(sessionId, "count");
  for (const word of ["word-3 ", "word-20 "]) {
    await client.transcript.when(({ text }) => text.includes(word));
    network.cut();
    const before = client.transcript.entries.length;
    const isBack = (entry: TranscriptEntry) =>
      entry.text.includes("Reconnected to") && client.transcript.entries.indexOf(entry) >= before;
    await client.transcript.when(isBack);
  }
  await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toBe(words.join(""));
  const titles = client
    .updates(sessionId)
    .flatMap((update) => (update.sessionUpdate === "notice" ? [update.title] : []));
  const back = `Reconnected to http://${network.address}`;
  expect(titles).toEqual(["Connection lost", back, "Connection lost", back]);
  expect(client.updates(sessionId).some(({ sessionUpdate }) => sessionUpdate === "user_message_chunk")).toBe(false);
});

it.each(["refuse", "cut", "mute"] as const)(
  "where a proxy on the way will %s WebSockets, HTTP carries the sessions, and shows nothing twice after a cut",
  async (how) => {
    const words = Array.from({ length: 30 }, (_, index) => `word-${index} `);
    await using place = await connectedEditor({
      script: ({ messages }) =>
        JSON.stringify(messages.at(-1)).includes("here")
          ? words.flatMap((word) => [text(word), delay(15)])
          : toolCall("run_command", { line: "echo here" }),
      answers: { "session/request_permission": allow },
      capabilities: { session: { notices: {} } },
      webSockets: how,
    });
    const { client, network } = place;
    await client.initialize();
    const { sessionId } = await client.newSession({ cwd: place.project });
    const turn = client.prompt(sessionId, "run it, and count");
    await client.transcript.when(({ text }) => text.includes("word-3 "));
    network.cut();
    await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
    expect(client.text(sessionId)).toBe(words.join(""));
    expect(client.stderr()).toContain("Using HTTP");
    await client.end();
    await expect(client.exited).resolves.toMatchObject({ code: 0 });
  },
);

it("answers a prompt whose turn has ended while the line was down", async () => {
  await using place = await connectedEditor({ script: () => [text("first "), delay(300), text("last")] });
  const { client, network, gateway } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project });
  const turn = client.prompt(sessionId, "go");
  await client.transcript.when(({ text }) => text.includes("first "));
  network.down();
  const state = async () => (await fetch(`http://${gateway.address}/api/sessions/${sessionId}`, gateway)).json();
  await expect.poll(state, { timeout: 30_000 }).toMatchObject({ state: "idle" });
  network.up();
  await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(client.text(sessionId).replaceAll(/(?:Connection lost|Reconnected).*\n\n/g, "")).toBe("first last");
});

it("sends what the editor sent while the line was down, and asks a question once", async () => {
  const asked: string[] = [];
  const answered = Promise.withResolvers<void>();
  await using place = await connectedEditor({
    script: ({ messages }) =>
      JSON.stringify(messages.at(-1)).includes("here") ? text("ran") : toolCall("run_command", { line: "echo here" }),
    answers: {
      async "session/request_permission"({ toolCall: { title } }) {
        asked.push(title ?? "");
        await answered.promise;
        return { outcome: { outcome: "selected", optionId: "allow-once" } };
      },
    },
  });
  const { client, network } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project });
  network.down();
  const turn = client.prompt(sessionId, "run");
  network.up();
  await expect.poll(() => asked.length, { timeout: 30_000 }).toBe(1);
  network.down();
  answered.resolve();
  await client.transcript.when(({ text }) => text.includes("allow-once") && text.includes('"selected"'));
  network.up();
  await expect(turn).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(asked).toHaveLength(1);
});

it("goes on with its sessions after the gateway was restarted", async () => {
  await using place = await connectedEditor({ script: () => text("here") });
  const { client } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: place.project });
  await client.prompt(sessionId, "one");
  await place.restartGateway("SIGKILL");
  await expect(client.prompt(sessionId, "two")).resolves.toMatchObject({ stopReason: "end_turn" });
  expect(client.text(sessionId)).toMatch(/^here[^]*here$/);
});

describe("says what is wrong", () => {
  it("with the token, the agent and the URL", async () => {
    await using place = await connectedEditor({ script: () => text("here") });
    const url = `http://${place.network.address}`;
    await using other = await place.connect({ flags: ["--agent", "nobody"] });
    await expect(other.initialize()).rejects.toThrow(/has no agent "nobody". Available: tenon/);
    expect(await other.exited).toMatchObject({ code: 1 });
    await using wrong = await connectWith(url, "not-the-token");
    await expect(wrong.initialize()).rejects.toThrow(/does not accept the token.*--sign-in/);
    await using web = await listening();
    await using not = await connectWith(web.url, "t");
    await expect(not.initialize()).rejects.toThrow("is not a Tenon gateway");
    await using none = await connectWith("http://127.0.0.1:1", "t");
    await expect(none.initialize()).rejects.toThrow(
      'Nothing is listening at 127.0.0.1:1. Is "tenon serve" running there?',
    );
  });

  it.each([
    ["http://127.0.0.1:7411/#token=abc", /contains a token/],
    ["https://me:secret@example.com", /contains a token/],
    ["http://example.com", /is not encrypted/],
    ["example.com", /must be a URL/],
  ])("with %s", async (url, words) => {
    const { code, stderr } = await runTenon("connect", url);
    expect(code).toBe(2);
    expect(stderr).toMatch(words);
    expect(stderr).not.toMatch(/abc|secret@/);
  });
});

it("stores a token once, where only the user can read it, and uses it", async () => {
  await using place = await connectedEditor({ script: () => text("here") });
  const url = `http://${place.network.address}`;
  const data = await mkdtemp(join(tmpdir(), "tenon-tokens-"));
  const env = { ...process.env, ...noConfiguration, TENON_DATA: data };
  const child = spawn(process.execPath, [tenon, "connect", "--sign-in", url], { env, stdio: "pipe" });
  child.stdin.end(`${place.gateway.headers["Authorization"]?.replace("Bearer ", "")}\n`);
  const [said] = await Promise.all([textOf(child.stderr), once(child, "close")]);
  expect(said).toContain("Stored in ");
  const file = join(data, "gateway-tokens.json");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(Object.keys(JSON.parse(await readFile(file, "utf8")))).toEqual([url]);
  await using client = await spawnedClient({
    command: process.execPath,
    args: [tenon, "connect", url],
    env: { ...noConfiguration, TENON_DATA: data },
  });
  await client.initialize();
  await rm(data, { recursive: true, force: true });
});

async function connectWith(url: string, token: string) {
  const folder = await mkdtemp(join(tmpdir(), "tenon-connect-"));
  const file = join(folder, "token");
  await writeFile(file, token);
  const args = [tenon, "connect", url, "--token-file", file];
  const client = await spawnedClient(
    { command: process.execPath, args, env: { ...noConfiguration, TENON_DATA: folder } },
    { answers: { "session/request_permission": allow } },
  );
  const dispose = client[Symbol.asyncDispose];
  return {
    ...client,
    async [Symbol.asyncDispose]() {
      await dispose();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening() {
  const server = createServer((_request, response) => response.writeHead(404).end("no"));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}
