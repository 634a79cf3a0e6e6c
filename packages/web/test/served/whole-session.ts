import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { stdioServer } from "@tenon/testkit/mcp";
import { createGate, text, thought, toolCall } from "@tenon/testkit/model";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { allowByKey, beginSession, call, type Play, rowsOf, say, signIn } from "./play.ts";

export function wholeSession(played: () => Play): void {
  it("[M-01] a session from new to reload: streamed, edited, asked, run, cancelled, and all of it there again", async () => {
    const { stage, gateway } = played();
    await using worker = await stdioServer({ tools: [COUNT, SLEEP] });
    // So tall that every row is drawn.
    await using visitor = await stage.visitor({ viewport: { width: 1280, height: 2400 } });
    const { page } = visitor;
    const received = receivedBy(page);
    const greeting = join(gateway.project, "greeting.txt");
    await writeFile(greeting, "Hello, world\n");
    await signIn(page, gateway);
    await beginSession(page, {
      folder: gateway.project,
      mode: "Code",
      server: { name: "worker", command: [worker.command, ...worker.args].join(" ") },
    });
    // A turn that goes on without a server that is slow to start says so, and that would be one row more.
    await worker.until("message", ({ message }) => message["method"] === "tools/list");

    const middle = createGate();
    gateway.answer(
      [
        thought("Where?"),
        text("It is in "),
        middle,
        text("`greeting.txt`."),
        toolCall("read_file", { path: greeting }),
      ],
      toolCall("edit_file", { path: greeting, edits: [{ old_text: "Hello", new_text: "Good morning" }] }),
      toolCall("run_command", { line: LINE }),
      toolCall("mcp__worker__count"),
      text("All done."),
      [text("Good night."), toolCall("mcp__worker__sleep")],
    );
    await say(page, "Make the greeting warmer");
    await page.getByText("It is in").waitFor();
    expect(await page.getByText("greeting.txt.").count()).toBe(0);
    middle.open();
    await page.getByText("It is in greeting.txt.").waitFor();

    const [edit, run] = [call(page, "Edit greeting.txt"), call(page, LINE)];
    const diff = edit.getByRole("figure").locator(".diff-code-insert");
    // A small change stays open.
    await call(page, "Edit greeting.txt, completed").waitFor();
    await diff.getByText("Good morning, world").waitFor();
    expect(await readFile(greeting, "utf8")).toBe("Good morning, world\n");
    await edit.getByText("the session is in code mode").waitFor();
    await allowByKey(run);
    const screen = run.getByRole("figure", { name: "Terminal" });
    await screen.locator(".xterm-rows").getByText("started", { exact: true }).waitFor();
    expect(await screen.locator("figcaption").innerText()).toMatch(/^echo started.*running$/su);
    await writeFile(join(gateway.project, "go"), "");
    await allowByKey(call(page, "worker: count"));
    await call(page, "worker: count").getByText("Counting (3 of 3)").waitFor();
    worker.release("counted");
    await page.getByText("All done.").waitFor();

    await say(page, "And now sleep");
    await allowByKey(call(page, "worker: sleep"));
    await worker.until("call-start", ({ tool }) => tool === "sleep");
    await page.getByRole("button", { name: "Stop" }).click();
    await worker.until("call-cancel");
    // The call says "Cancelled" too, and before the turn has ended.
    await page.getByRole("article", { name: "Turn ended" }).waitFor();
    expect(received.acp.filter((text) => text.includes('"session/update"'))).toEqual([]);
    const seqs = received.feed.flatMap((text) => /^\{"seq":(\d+)/u.exec(text)?.[1] ?? []);
    expect(seqs.length).toBeGreaterThan(20);
    expect(new Set(seqs).size).toBe(seqs.length);
    const rows = await rowsOf(page);
    expect(rows.filter((row) => row !== "Servers")).toEqual(ROWS);

    await page.reload();
    await page.getByRole("article", { name: "Turn ended" }).waitFor();
    expect(await rowsOf(page)).toEqual(rows);
    await diff.getByText("Good morning, world").waitFor();
    await run.getByRole("button", { name: LINE }).click();
    await screen.locator(".xterm-rows").getByText("finished", { exact: true }).waitFor();
    await page.keyboard.press("]");
    await page.getByRole("complementary", { name: "Panel" }).waitFor({ state: "detached" });
    await page.keyboard.press("]");
    const receipt = page.getByRole("listitem", { name: "worker" }).getByRole("list", { name: "Receipt" });
    expect(await receipt.innerText()).toMatch(/^declared.*started.*listed.*offered.*called/su);
    expect(visitor.complaints).toEqual([]);
  });
}

const LINE = "echo started; until [ -e go ]; do sleep 0.1; done; echo finished";

// The servers' receipts come when they come.
const ROWS = [
  "Settings changed",
  "You: Make the greeting warmer",
  "Thought",
  "Agent: It is in greeting.txt.",
  "Tool call: Read greeting.txt, completed",
  "Tool call: Edit greeting.txt, completed",
  `Tool call: ${LINE}, completed`,
  "Tool call: worker: count, completed",
  "Agent: All done.",
  "You: And now sleep",
  "Agent: Good night.",
  "Tool call: worker: sleep, failed",
  "Turn ended",
];

const COUNT = {
  name: "count",
  call: [
    { type: "progress", times: 3, message: "Counting" },
    { type: "wait-for-release", gate: "counted" },
    { type: "result", result: { content: [{ type: "text", text: "three" }] } },
  ],
} as const;

const SLEEP = { name: "sleep", call: [{ type: "wait-for-cancel" }] } as const;

/** What crosses the two sockets of a page that is attached to one session. */
function receivedBy(page: Page): { readonly acp: readonly string[]; readonly feed: readonly string[] } {
  const received = { acp: new Array<string>(), feed: new Array<string>() };
  page.on("websocket", (socket) => {
    const { pathname } = new URL(socket.url());
    const texts = pathname === "/acp" ? received.acp : pathname.startsWith("/feed/") ? received.feed : [];
    socket.on("framereceived", ({ payload }) => void texts.push(...String(payload).split("\n")));
  });
  return received;
}
