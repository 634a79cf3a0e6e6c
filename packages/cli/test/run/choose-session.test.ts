import { openMemoryJournal } from "@tenon/journal";
import { expect, it } from "vitest";

import { chooseSession } from "../../src/commands/run/input/choose-session.ts";

const FLAGS = { continue: false, journal: true, cwd: undefined };

it("[H4] does not start the program that an imported session names as its agent", async () => {
  await using journal = openMemoryJournal();
  const writer = await journal.create({ id: "mine", cwd: "/", agent: "/bin/sh -c true" });
  await writer.close();
  const lines = (await Array.fromAsync(journal.export("mine"))).map((line) => line.replace('"mine"', '"theirs"'));
  await journal.import(lines);
  const choose = (session: string, agent?: string) =>
    chooseSession({ ...FLAGS, session, agent }, { journal, here: process.cwd() });
  await expect(choose("theirs")).rejects.toThrow("If you trust that command, pass it with --agent");
  await expect(choose("theirs", "/bin/sh -c true")).resolves.toMatchObject({ cwd: "/" });
  await expect(choose("mine")).resolves.toMatchObject({ cwd: "/" });
});

it("[M31] goes on with the latest session that was prompted", async () => {
  await using journal = openMemoryJournal();
  const used = await journal.create({ id: "used", cwd: "/", agent: "tenon" });
  await used.append({ from: "client", text: '{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{}}' });
  await used.close();
  await (await journal.create({ id: "unused", cwd: "/", agent: "tenon" })).close();
  const { stored } = await chooseSession({ ...FLAGS, continue: true, cwd: "/" }, { journal, here: "/" });
  expect(stored?.id).toBe("used");
});
