import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { allow, type Answer, calls, reject } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { type ScriptedAnswer, scriptedModel } from "../support/scripted-model.ts";

describe("the folders of a session", () => {
  it("[R41] [R42] [I-06] paths are seen from its own, wherever the agent was started", async () => {
    await using folder = await temporaryFolder();
    const sessions = await Promise.all(
      ["one", "two"].map(async (name) => {
        const cwd = join(folder.path, name);
        await mkdir(cwd);
        await writeFile(join(cwd, "a.txt"), `I am ${name}`);
        return cwd;
      }),
    );
    const model = scriptedModel(Array.from({ length: 4 }, () => [read("a.txt"), { text: "Done." }]).flat());
    await using client = await connectAgent({ model });
    for (const cwd of [...sessions, ...sessions]) {
      const sessionId = await client.open({}, cwd);
      await client.prompt(sessionId, "read");
      const shown = client.updates(sessionId).find((update) => update.sessionUpdate === "tool_call");
      expect(shown).toMatchObject({ kind: "read", locations: [{ path: join(cwd, "a.txt") }] });
      const name = cwd === sessions[0] ? "one" : "two";
      expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain(`I am ${name}`);
    }
  });

  it("[R42] [R87] [R95] [AB-05] [K-03] what lies outside is out of reach unless the user allows it, and everything is shown by its whole path", async () => {
    await using folder = await temporaryFolder();
    const cwd = join(folder.path, "project");
    await mkdir(cwd);
    await writeFile(join(folder.path, "outside.txt"), "secret");
    const model = scriptedModel([read("../outside.txt"), write("b.txt", "x\n")]);
    const answer: Answer<RequestPermissionRequest> = (params, context) =>
      params.toolCall.kind === "read" ? reject(params, context) : allow(params, context);
    await using client = await connectAgent({ model, answers: { "session/request_permission": answer } });
    const sessionId = await client.open({}, cwd);
    await client.prompt(sessionId, "go");
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).not.toContain("secret");
    const shown = client.updates(sessionId).filter((update) => update.sessionUpdate === "tool_call");
    expect(shown).toMatchObject([
      { locations: [{ path: join(folder.path, "outside.txt") }] },
      {
        locations: [{ path: join(cwd, "b.txt"), line: 1 }],
        content: [{ type: "diff", path: join(cwd, "b.txt"), newText: "x\n" }],
      },
    ]);
    expect(Object(shown[1]).content[0].oldText ?? null).toBeNull();
    expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(2);
    await expect(readFile(join(cwd, "b.txt"), "utf8")).resolves.toBe("x\n");
  });

  it("[M36] those besides its own are listed as they were given last", async () => {
    await using client = await connectAgent();
    const place = { cwd: "/", mcpServers: [] };
    const plain = (await client.newSession(place)).sessionId;
    const { sessionId } = await client.request("session/new", { ...place, additionalDirectories: ["/usr", "/var"] });
    const listed = async (id: string) => {
      const { sessions } = await client.request("session/list", {});
      return sessions.find((session) => session.sessionId === id)?.additionalDirectories;
    };
    expect(await listed(sessionId)).toEqual(["/usr", "/var"]);
    expect(await listed(plain)).toBeUndefined();
    await client.request("session/load", { ...place, sessionId, additionalDirectories: ["/usr"] });
    expect(await listed(sessionId)).toEqual(["/usr"]);
    await client.request("session/resume", { ...place, sessionId });
    expect(await listed(sessionId)).toBeUndefined();
  });
});

function read(path: string): ScriptedAnswer {
  return { calls: [{ name: "read_file", args: { path } }] };
}

function write(path: string, content: string): ScriptedAnswer {
  return { calls: [{ name: "write_file", args: { path, content } }] };
}

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-folders-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
