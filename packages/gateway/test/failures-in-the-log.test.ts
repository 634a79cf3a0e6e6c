import { openMemoryJournal } from "@tenon/journal";
import { expect, it } from "vitest";

import { openGateway, PATIENT } from "./support/open-gateway.ts";

it("[R16] what goes wrong inside an agent is in the log too, and not only in the answer", async () => {
  const answers = { "session/new": { error: { code: -32_603, message: "the disk is full" } } };
  await using gateway = openGateway({ scripts: { other: { answers } } });
  await using client = await gateway.client({ agent: "other" });
  await expect(client.newSession()).rejects.toMatchObject({ code: -32_603 });
  expect(gateway.warnings).toEqual(["other: session/new has failed: the disk is full"]);
});

it("so is an agent that cannot be started, or that ends by itself", async () => {
  const program = async ({ cwd }: { readonly cwd: string }) => {
    return { command: process.execPath, args: ["-e", "console.error('out of order'); process.exit(3)"], cwd, env: {} };
  };
  await using gateway = openGateway({ agents: [{ name: "broken", program }] });
  await using client = gateway.connect({ agent: "broken" });
  await expect(client.initialize()).rejects.toMatchObject({ code: -32_603 });
  await expect.poll(() => gateway.warnings, PATIENT).toEqual([expect.stringContaining("broken has exited: ")]);
});

it("[R16] so are internal errors, of which a client gets no details", async () => {
  await using memory = openMemoryJournal();
  const journal = { ...memory, session: () => Promise.reject(new Error("a riddle")) };
  await using gateway = openGateway({ journal });
  await using client = await gateway.client();
  const resumed = client.request("session/resume", { sessionId: "s", cwd: "/" });
  await expect(resumed).rejects.toMatchObject({ code: -32_603, message: "Internal error" });
  expect(gateway.warnings).toEqual(["session/resume: Error: a riddle"]);
});
