import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { calls } from "@tenon/testkit/acp";
import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const tools = [
  "read_text_file",
  "search_issues",
  "create_issue",
  "delete_branch",
  "pull_request_read",
  "runWorkflow",
  "ponder",
  "peek",
  "fetch_page",
].map((name) => ({ name, ...(name === "peek" && { annotations: { readOnlyHint: true } }) }));

it("[M27] shows what a call does, what it is about and which files it names", async () => {
  await using folder = await temporaryFolder();
  const inside = join(folder.path, "src", "main.ts");
  const made = [
    ["read_text_file", { head: 3, path: inside, line: 7 }, "read", "(src/main.ts)", [{ path: inside, line: 7 }]],
    ["search_issues", { limit: 5, query: "is:open\n  label:\u202Ebug" }, "search", "(is:open label:bug)", undefined],
    ["create_issue", { owner: "ada", title: "The export hangs", body: "x" }, "edit", "(The export hangs)", undefined],
    ["delete_branch", { api_token: "s3cr3t", branch: "old" }, "delete", "(old)", undefined],
    ["pull_request_read", { pullNumber: 12 }, "read", "(12)", undefined],
    ["runWorkflow", { paths: ["a.ts", "../outside.ts"] }, "execute", "(a.ts, ../outside.ts)", ["a.ts"]],
    ["ponder", {}, "other", "", undefined],
    ["peek", { file_path: "/etc/passwd" }, "read", "(/etc/passwd)", undefined],
    ["fetch_page", { url: "https://example.com/a", path: "" }, "fetch", "(https://example.com/a)", undefined],
  ] as const;
  await using server = await stdioServer({ tools });
  const model = scriptedModel([{ calls: made.map(([tool, args]) => ({ name: `mcp__s__${tool}`, args })) }]);
  await using client = await connectAgent({ model });
  const sessionId = await client.open({ s: server }, folder.path);
  await client.prompt(sessionId, "go");

  const shown = client.updates(sessionId).flatMap((update) => ("rawInput" in update ? [update] : []));
  expect(shown.map((update) => [update.title, update.kind, update.locations])).toEqual(
    made.map(([tool, , kind, about, places]) => [
      about === "" ? `s: ${tool}` : `s: ${tool} ${about}`,
      kind,
      places?.map((place) => (typeof place === "string" ? { path: join(folder.path, place) } : place)),
    ]),
  );
});

it("[M27] gives a client that decides no kind and no paths that are only a server's word", async () => {
  await using folder = await temporaryFolder();
  await using server = await stdioServer({ tools: [{ name: "read_it", annotations: { readOnlyHint: true } }] });
  const args = { path: join(folder.path, "a.txt") };
  const model = scriptedModel([{ calls: [{ name: "mcp__s__read_it", args }] }]);
  await using client = await connectAgent({ model });
  await client.prompt(await client.open({ s: server }, folder.path), "go");
  const { text } = await client.transcript.when(calls("session/request_permission"));
  const { toolCall } = JSON.parse(text).params;
  expect(toolCall).toMatchObject({ title: "s: read_it (a.txt)", rawInput: args });
  expect(toolCall).not.toHaveProperty("kind");
  expect(toolCall).not.toHaveProperty("locations");
});

async function temporaryFolder() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-shown-")));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
