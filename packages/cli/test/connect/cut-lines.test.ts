/**
 * The line is cut again and again, at random moments, while many sessions stream and call tools of the editor's machine.
 *
 * `CONNECT_CUTS` and `CONNECT_SESSIONS` ask for more, `CONNECT_SEED` for other moments: `CONNECT_CUTS=100 CONNECT_SESSIONS=20`.
 * With `CONNECT_LINE=http` no WebSocket passes.
 */

import { seededRandom } from "@tenon/testkit";
import { startHttpServer, stdioServer } from "@tenon/testkit/mcp";
import { delay, type ModelRequest, text, toolCall } from "@tenon/testkit/model";
import { expect, it } from "vitest";

import { connectedEditor } from "./connected-editor.ts";

const CUTS = Number(process.env["CONNECT_CUTS"] ?? 6);
const SESSIONS = Number(process.env["CONNECT_SESSIONS"] ?? 4);
const SEED = Number(process.env["CONNECT_SEED"] ?? 1);
const CALLS = 3;
const MOST_MESSAGES = 40;
const ECHO = { tools: [{ name: "echo", call: [{ type: "delay", milliseconds: 20 }, { type: "echo" }] }] } as const;

it(
  `[M-03] [E-01] ${CUTS} cuts in ${SESSIONS} streaming sessions lose nothing, repeat nothing, and run no call twice (seed ${SEED})`,
  async () => {
    const random = seededRandom(SEED);
    const said = new Map<string, string>();
    const asked: string[] = [];
    await using web = await startHttpServer(ECHO);
    await using local = await stdioServer(ECHO);
    await using place = await connectedEditor({
      script: (request) => answer(request, said, asked),
      flags: ["--allow", "web", "--allow", "local"],
      webSockets: process.env["CONNECT_LINE"] === "http" ? "refuse" : "pass",
      capabilities: { session: { notices: {} } },
      answers: {
        "session/request_permission": ({ options }) => ({
          outcome: { outcome: "selected", optionId: options.find(({ kind }) => kind === "allow_once")?.optionId ?? "" },
        }),
      },
    });
    const { client, network, project } = place;
    await client.initialize();
    const env = Object.entries(local.env ?? {}).map(([name, value]) => ({ name, value }));
    const stdio = { name: "local", command: local.command, args: [...local.args], env };
    const http = { type: "http" as const, name: "web", url: web.url, headers: [] };
    const sessions = await Promise.all(
      Array.from({ length: SESSIONS }, (_, index) =>
        client.newSession({ cwd: project, mcpServers: index === 0 ? [stdio, http] : [http] }),
      ),
    );
    const over = new AbortController();
    const prompts = sessions.map(async ({ sessionId }, index) => {
      // On a slow machine a first turn goes on without the tools of a server that still starts.
      const hasCalled = () => asked.some((key) => key.startsWith(`${index}.`));
      for (let turn = 0; !hasCalled() || !over.signal.aborted; turn += 1) {
        const { stopReason } = await client.prompt(sessionId, `<${index}.${turn}>`);
        expect(stopReason).toBe("end_turn");
      }
    });
    for (let cut = 0; cut < CUTS;) {
      const target = client.transcript.entries.length + 1 + Math.floor(random() * MOST_MESSAGES);
      await Promise.race([client.transcript.when(() => client.transcript.entries.length >= target), ...prompts]);
      cut += network.cut();
    }
    over.abort();
    await Promise.all(prompts);

    for (const [index, { sessionId }] of sessions.entries()) {
      expect(client.text(sessionId)).toBe(said.get(String(index)));
      expect(client.updates(sessionId).some(({ sessionUpdate }) => sessionUpdate === "user_message_chunk")).toBe(false);
    }
    const records = [...(await web.recorded()), ...(await local.recorded())];
    const called = records.flatMap((record) => (record.type === "call-start" ? [String(record.arguments["key"])] : []));
    expect(called.toSorted()).toEqual(asked.toSorted());
    const failed = sessions.flatMap(({ sessionId }) =>
      client.updates(sessionId).filter((update) => "status" in update && update.status === "failed"),
    );
    expect(failed).toEqual([]);
    await client.end();
    await expect(client.exited).resolves.toMatchObject({ code: 0 });
    await local.until("input-end");
  },
  120_000 + CUTS * 10_000,
);

/** A few words and a call, several times; then the end. What was said and asked is kept, to be compared. */
function answer({ messages, tools }: ModelRequest, said: Map<string, string>, asked: string[]) {
  const lastUser = messages.findLastIndex((message) => JSON.stringify(message).includes('"role":"user"'));
  const [, session = "", turn = ""] = /<(\d+)\.(\d+)>/.exec(JSON.stringify(messages[lastUser])) ?? [];
  const done = messages.length - 1 - lastUser - messages.slice(lastUser).filter(isOfModel).length;
  const words = Array.from({ length: 5 }, (_, index) => `${session}.${turn}.${done}.${index} `);
  said.set(session, (said.get(session) ?? "") + words.join(""));
  const spoken = words.flatMap((word) => [text(word), delay(5)]);
  const server = session === "0" && done === 0 ? "local" : "web";
  const name = `mcp__${server}__echo`;
  if (done >= CALLS || !tools.some((tool) => tool.name === name)) return spoken;
  const key = `${session}.${turn}.${done}`;
  asked.push(key);
  return [...spoken, toolCall(name, { key })];
}

function isOfModel(message: unknown): boolean {
  return JSON.stringify(message).includes('"role":"assistant"');
}
