/**
 * Where the files and commands of a session are: on the editor's machine, or on the gateway's.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { type ModelRequest, text, toolCall } from "@tenon/testkit/model";
import { expect, it } from "vitest";

import { connectedEditor } from "./connected-editor.ts";

it("here: an editor without files and terminals lends its machine's, with one question for each change", async () => {
  const questions: RequestPermissionRequest[] = [];
  let project = "";
  await using place = await connectedEditor({
    script: inTurn(
      () => toolCall("read_file", { path: join(project, "notes.txt") }),
      () => toolCall("write_file", { path: join(project, "made.txt"), content: "made from there\n" }),
      () => toolCall("run_command", { line: "echo side=$TENON_TEST_SIDE" }),
    ),
    flags: ["--tree", "here"],
    env: { TENON_TEST_SIDE: "near" },
    answers: {
      "session/request_permission": (question) => {
        questions.push(question);
        return {
          outcome: {
            outcome: "selected",
            optionId: question.options.find(({ kind }) => kind === "allow_once")?.optionId ?? "",
          },
        };
      },
    },
  });
  project = place.project;
  await writeFile(join(project, "notes.txt"), "these are notes\n");
  const { client } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: project });
  await client.prompt(sessionId, "do it");
  const shown = JSON.stringify(client.updates(sessionId));
  expect(shown).toContain("these are notes");
  // Its terminal is none that the editor knows.
  expect(shown).not.toContain('"type":"terminal"');
  expect(shown).toContain("side=near");
  expect(JSON.stringify(place.model.requests.at(-1))).toContain("side=near");
  expect(await readFile(join(project, "made.txt"), "utf8")).toBe("made from there\n");
  expect(questions.map(({ toolCall: { title } }) => title)).toEqual([
    `Write ${join(project, "made.txt")}`,
    "Run echo side=$TENON_TEST_SIDE",
  ]);
});

it("here: an unsaved buffer of the editor is what the agent over there reads", async () => {
  let project = "";
  await using place = await connectedEditor({
    script: inTurn(() => toolCall("read_file", { path: join(project, "open.txt") })),
    flags: ["--tree", "here"],
    capabilities: { fs: { readTextFile: true } },
    answers: { "fs/read_text_file": () => ({ content: "not saved yet\n" }) },
  });
  project = place.project;
  await writeFile(join(project, "open.txt"), "saved\n");
  const { client } = place;
  await client.initialize();
  const { sessionId } = await client.newSession({ cwd: project });
  await client.prompt(sessionId, "read it");
  expect(JSON.stringify(client.updates(sessionId))).toContain("not saved yet");
});

it("there: a folder of this machine is refused, and one of the gateway's is worked in by the gateway", async () => {
  await using place = await connectedEditor({
    script: inTurn(() => toolCall("run_command", { line: "echo side=$TENON_TEST_SIDE" })),
    flags: ["--tree", "there"],
    env: { TENON_TEST_SIDE: "near" },
    capabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: true },
    answers: {
      "session/request_permission": ({ options }) => ({
        outcome: { outcome: "selected", optionId: options.find(({ kind }) => kind === "allow_once")?.optionId ?? "" },
      }),
    },
  });
  const { client } = place;
  await client.initialize();
  await expect(client.newSession({ cwd: "/not/on/that/machine" })).rejects.toThrow(
    /does not exist on the gateway's machine/,
  );
  const { sessionId } = await client.newSession({ cwd: place.project });
  await client.prompt(sessionId, "run it");
  expect(JSON.stringify(place.model.requests.at(-1))).toMatch(/side=(?!near)/);
  expect(client.transcript.entries.filter(({ text }) => text.includes('"method":"terminal/'))).toEqual([]);
});

/** One call after the other, then the end. */
function inTurn(...calls: readonly (() => ReturnType<typeof toolCall>)[]) {
  return ({ messages }: ModelRequest) => {
    const done = messages.filter((message) => JSON.stringify(message).includes('"role":"tool"')).length;
    return calls[done]?.() ?? text("done");
  };
}
