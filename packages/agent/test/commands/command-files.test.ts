import { execFile } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

import { describe, expect, it } from "vitest";

import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

async function folders() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tenon-commands-")));
  const [project, config] = [join(root, "project"), join(root, "config")];
  mkdirSync(join(project, ".tenon"), { recursive: true });
  mkdirSync(config);
  return {
    root,
    project,
    services: { ownFolders: { config, data: join(root, "data") } },
    write(path: string, text: string) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true }),
  };
}

const REVIEW = `---
description: Reviews a change
argument-hint: <file> [what]
---

Review $1 with an eye on $2. All of it: $ARGUMENTS. Leave $10 and $HOME alone.
`;

describe("commands in files", () => {
  it("are listed with their description and arguments, those of the user first", async () => {
    await using place = await folders();
    place.write("project/.tenon/commands/review.md", REVIEW);
    place.write("project/.tenon/commands/git/tidy.md", "# Tidy the history\n\nSquash what belongs together.");
    place.write("project/.tenon/commands/daily.md", "Of the project.");
    place.write("config/commands/daily.md", "Of the user.");
    place.write("project/.tenon/commands/compact.md", "Not the one of the agent.");
    await using client = await connectAgent({ services: place.services });
    const sessionId = await client.open({}, place.project);
    const update = await client.until((each) => each.sessionUpdate === "available_commands_update");
    const added = update.sessionUpdate === "available_commands_update" ? update.availableCommands.slice(6) : [];
    expect(added).toEqual([
      { name: "daily", description: "Of the user. (command of the user)" },
      { name: "git:tidy", description: "Tidy the history (command of the project)" },
      { name: "review", description: "Reviews a change (command of the project)", input: { hint: "<file> [what]" } },
    ]);
    expect(client.commands(sessionId).filter((name) => name === "compact")).toHaveLength(1);
  });

  it("become the prompt, with the arguments put in once", async () => {
    await using place = await folders();
    place.write("project/.tenon/commands/review.md", REVIEW);
    const model = scriptedModel([{ text: "Fine." }]);
    await using client = await connectAgent({ model, services: place.services });
    const sessionId = await client.open({}, place.project);
    await client.prompt(sessionId, '/review "a b.ts" $ARGUMENTS');
    expect(model.requests[0]?.messages.at(-1)?.role).toBe("user");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain(
      JSON.stringify(
        'Review a b.ts with an eye on $ARGUMENTS. All of it: "a b.ts" $ARGUMENTS. Leave $10 and $HOME alone.',
      ).slice(1, -1),
    );
  });

  it("get what follows the name behind their text if they have no place for it", async () => {
    await using place = await folders();
    place.write("config/commands/explain.md", "Explain this:");
    const model = scriptedModel([{ text: "Well." }]);
    await using client = await connectAgent({ model, services: place.services });
    const sessionId = await client.open({}, place.project);
    await client.prompt(sessionId, "/explain the build");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("Explain this:\\n\\nthe build");
  });

  it("are found when they are added to a running session", async () => {
    await using place = await folders();
    const model = scriptedModel([{ text: "Hello." }]);
    await using client = await connectAgent({ model, services: place.services });
    const sessionId = await client.open({}, place.project);
    place.write("project/.tenon/commands/greet.md", "Say hello.");
    await client.prompt(sessionId, "/greet");
    expect(JSON.stringify(model.requests[0]?.messages)).toContain("Say hello.");
    await client.until(() => client.commands(sessionId).includes("greet"));
  });

  it.runIf(process.platform !== "win32")("of a project lead to no file outside it, and wait for no pipe", async () => {
    await using place = await folders();
    place.write("id_rsa", "PRIVATE KEY");
    place.write("project/.tenon/commands/ok.md", "Fine.");
    place.write("project/.tenon/commands/large.md", "x".repeat(70_000));
    place.write("project/.tenon/commands/sp ace.md", "No name for a command.");
    symlinkSync(join(place.root, "id_rsa"), join(place.project, ".tenon/commands/key.md"));
    symlinkSync(place.root, join(place.project, ".tenon/commands/up"));
    await promisify(execFile)("mkfifo", [join(place.project, ".tenon/commands/pipe.md")]);
    await using client = await connectAgent({ services: place.services });
    const sessionId = await client.open({}, place.project);
    await client.until((each) => each.sessionUpdate === "available_commands_update");
    expect(client.commands(sessionId).slice(6)).toEqual(["ok"]);
  });

  it.runIf(process.platform !== "win32")("of a folder that is itself a link to elsewhere are not read", async () => {
    await using place = await folders();
    place.write("elsewhere/notes.md", "Private.");
    symlinkSync(join(place.root, "elsewhere"), join(place.project, ".tenon/commands"));
    await using client = await connectAgent({ services: place.services });
    const sessionId = await client.open({}, place.project);
    await client.until((each) => each.sessionUpdate === "available_commands_update");
    expect(client.commands(sessionId)).toHaveLength(6);
  });

  it("hide no text from the user in their description", async () => {
    await using place = await folders();
    place.write("project/.tenon/commands/odd.md", "---\ndescription: Harm\u{E0041}\u{200B}less\n---\nHi");
    await using client = await connectAgent({ services: place.services });
    await client.open({}, place.project);
    const update = await client.until((each) => each.sessionUpdate === "available_commands_update");
    expect(JSON.stringify(update)).toContain("Harmless (command of the project)");
  });
});
