import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { calls } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe("outside the session's folders", () => {
  it.each(["ask", "code", "architect"])("[K-03] in %s mode reading asks, with all kinds of answer", async (modeId) => {
    await using place = await openPlace();
    const { sessionId, client } = place;
    await client.request("session/set_mode", { sessionId, modeId });
    await place.call("read_file", { path: "../beside/notes.txt" });
    expect(place.asked().map(({ toolCall }) => toolCall.title)).toEqual([`Read ${place.path}/beside/notes.txt`]);
    const kinds = new Set(place.asked()[0]?.options.map(({ kind }) => kind));
    expect([...kinds].toSorted()).toEqual(["allow_always", "allow_once", "reject_always", "reject_once"]);
    expect(place.answer()).toContain("what is beside");
  });

  it.each(["ask", "code"])("[K-03] in %s mode writing asks, and is done when it is allowed", async (modeId) => {
    await using place = await openPlace();
    const { sessionId, client } = place;
    await client.request("session/set_mode", { sessionId, modeId });
    await place.call("write_file", { path: "../beside/new.txt", content: "new" });
    expect(place.asked()).toHaveLength(1);
    await expect(readFile(join(place.path, "beside/new.txt"), "utf8")).resolves.toBe("new");
  });

  it("[K-03] keys and credentials are not even asked about", async () => {
    await using place = await openPlace();
    await place.call("read_file", { path: "../.ssh/id_ed25519" });
    expect(place.asked()).toEqual([]);
    expect(place.answer()).toContain("it holds keys or credentials");
    expect(place.answer()).not.toContain("PRIVATE");
  });

  it("a command in such a folder is allowed once, because two things are asked about", async () => {
    await using place = await openPlace();
    await place.call("run_command", { line: "echo $((40+2))", folder: "../beside" });
    expect(place.asked()[0]?.options.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
    expect(place.answer()).toContain("42");
  });
});

/** A project in `project`, notes in `beside`, keys in `.ssh`; whatever is asked is allowed. */
async function openPlace() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-outside-")));
  for (const folder of ["project", "beside", ".ssh"]) await mkdir(join(path, folder));
  await writeFile(join(path, "beside/notes.txt"), "what is beside\n");
  await writeFile(join(path, ".ssh/id_ed25519"), "PRIVATE\n");
  let wanted: { readonly name: string; readonly args: Readonly<Record<string, unknown>> } | undefined;
  const model = scriptedModel([() => ({ calls: wanted ? [wanted] : [] })]);
  const client = await connectAgent({ model });
  const sessionId = await client.open({}, join(path, "project"));
  return {
    path,
    client,
    sessionId,
    async call(name: string, args: Readonly<Record<string, unknown>>) {
      wanted = { name, args };
      await client.prompt(sessionId, "go");
    },
    asked: (): readonly RequestPermissionRequest[] =>
      client.transcript.entries.filter(calls("session/request_permission")).map(({ text }) => JSON.parse(text).params),
    /** What the model was told of its call. */
    answer: () => JSON.stringify(model.requests.at(-1)?.messages.at(-1)),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await rm(path, { recursive: true });
    },
  };
}
