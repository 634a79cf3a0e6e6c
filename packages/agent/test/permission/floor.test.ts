import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { RequestPermissionRequest } from "@agentclientprotocol/sdk";
import { allow, calls, reject } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

describe.skipIf(process.platform === "win32")("in code mode, in a home folder", () => {
  it.each([
    ".config/tenon/tenon.json",
    ".git/hooks/pre-commit",
    ".git/config",
    ".vscode/tasks.json",
    ".husky/pre-commit",
    ".envrc",
    ".npmrc",
    ".bashrc",
    ".claude/settings.json",
    "app/../.mcp.json",
    "tenon.json",
    "hooks/pre-commit",
    "own/tenon.json",
  ])("[H2, H3] the user is asked before %s is written, once, and it is not written if they say no", async (file) => {
    await using place = await openPlace({ answer: reject });
    await place.call("write_file", { path: file, content: "#!/bin/sh\n" });
    expect(place.asked()[0]?.options.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
    await expect(readFile(join(place.path, file), "utf8")).rejects.toThrow("ENOENT");
  });

  it.each([".config/tenon/grants/1.json", "own/trust/1.json", "own/keys.json", "data/serve-token", "data/journal.db"])(
    "[H2] %s is not written, and no one is asked",
    async (file) => {
      await using place = await openPlace({ answer: allow });
      await place.call("write_file", { path: file, content: "{}" });
      expect(place.asked()).toEqual([]);
      await expect(readFile(join(place.path, file), "utf8")).rejects.toThrow("ENOENT");
    },
  );

  it("[H2] the token of the gateway and the journal are not read", async () => {
    await using place = await openPlace({ answer: allow });
    await mkdir(join(place.path, "data"));
    for (const file of ["serve-token", "journal.db"]) {
      await writeFile(join(place.path, "data", file), "SECRET");
      await place.call("read_file", { path: `data/${file}` });
      expect(place.answer()).not.toContain("SECRET");
    }
    await place.call("search_text", { pattern: "SECRET", include_ignored: true });
    expect(place.answer()).toContain("No matches");
  });

  it("[H3] in ask mode, too, a yes to what others execute holds once", async () => {
    await using place = await openPlace({ answer: allow, modeId: "ask" });
    await place.call("write_file", { path: ".envrc", content: "1" });
    expect(place.asked()[0]?.options.map(({ kind }) => kind)).toEqual(["allow_once", "reject_once"]);
  });

  it("other files are written unasked", async () => {
    await using place = await openPlace({ answer: reject });
    await place.call("write_file", { path: "src/main.ts", content: "1" });
    expect(place.asked()).toEqual([]);
    await expect(readFile(join(place.path, "src/main.ts"), "utf8")).resolves.toBe("1");
  });
});

describe.skipIf(process.platform === "win32")("outside the session's folders, before the user has said yes", () => {
  it.each(["write_file", "edit_file"])("[L] %s reveals nothing of what is there", async (tool) => {
    const outside = await realpath(await mkdtemp(join(tmpdir(), "tenon-beside-")));
    await writeFile(join(outside, "there"), "text");
    const args = (name: string) => ({
      path: join(outside, name),
      ...(tool === "write_file" ? { content: "x" } : { edits: [{ old_text: "text", new_text: "x" }] }),
    });
    await using place = await openPlace({ answer: reject });
    await place.call(tool, args("there"));
    const first = place.answer();
    await place.call(tool, args("away!"));
    expect(place.asked()).toHaveLength(2);
    expect(withoutIds(place.answer())).toBe(withoutIds(first));
    expect(await readdir(outside)).toEqual(["there"]);
    await rm(outside, { recursive: true });
  });
});

function withoutIds(text: string): string {
  return text.replaceAll(/"toolCallId":"[^"]*"/g, "");
}

async function openPlace({ answer, modeId = "code" }: { readonly answer: typeof allow; readonly modeId?: string }) {
  const path = await realpath(await mkdtemp(join(tmpdir(), "tenon-floor-")));
  await mkdir(join(path, ".git/hooks"), { recursive: true });
  await mkdir(join(path, "app"));
  await symlink(".git/hooks", join(path, "hooks"));
  let wanted: { readonly name: string; readonly args: Readonly<Record<string, unknown>> } | undefined;
  const model = scriptedModel(
    Array.from({ length: 8 }, (_, at) => () => ({ calls: at % 2 === 0 && wanted ? [wanted] : [] })),
  );
  const client = await connectAgent({
    model,
    answers: { "session/request_permission": answer },
    services: { ownFolders: { config: join(path, "own"), data: join(path, "data") } },
  });
  const sessionId = await client.open({}, path);
  await client.request("session/set_mode", { sessionId, modeId });
  return {
    path,
    async call(name: string, args: Readonly<Record<string, unknown>>) {
      wanted = { name, args };
      await client.prompt(sessionId, "go");
    },
    asked: (): readonly RequestPermissionRequest[] =>
      client.transcript.entries.filter(calls("session/request_permission")).map(({ text }) => JSON.parse(text).params),
    answer: () => JSON.stringify(model.requests.at(-1)?.messages.at(-1)),
    async [Symbol.asyncDispose]() {
      await client[Symbol.asyncDispose]();
      await rm(path, { recursive: true });
    },
  };
}
