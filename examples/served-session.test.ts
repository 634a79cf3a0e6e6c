import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

it("`npm start` serves a page with a session where something has happened, and stops cleanly on Ctrl-C", async () => {
  const child = spawn(process.execPath, ["--conditions=tenon:source", "examples/served-session.ts"], {
    cwd: root,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith("Open ")) break;
  }
  expect(lines.filter((line) => /^\[|warn/i.test(line))).toEqual([]);
  const address = new URL(lines.at(-1)?.replace("Open ", "") ?? "");
  const token = address.hash.replace("#token=", "");
  const headers = { authorization: `Bearer ${token}` };
  expect(await (await fetch(address.origin)).text()).toContain('<div id="root"');
  const { sessions } = (await (await fetch(`${address.origin}/api/sessions`, { headers })).json()) as {
    readonly sessions: readonly { readonly id: string; readonly cwd: string }[];
  };
  // The client that began it has left: a question that no client sees is not kept open for it.
  expect(sessions).toMatchObject([{ title: "What is the sum of 17 and 25?", attached: 0, isLive: true }]);
  expect(address.pathname).toBe(`/s/${sessions[0]?.id}`);
  // [B10] what the session's tools list is only the user's.
  expect(await readdir(sessions[0]?.cwd ?? "")).toEqual(["notes.txt"]);
  child.kill("SIGINT");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  // A newcomer takes each warning for something that went wrong.
  expect(Buffer.concat(complaints).toString()).toBe("");
});
