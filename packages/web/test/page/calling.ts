/**
 * Tool calls, and what may be in them.
 */

import { describe, expect, it } from "vitest";

import type { FakeSession } from "../support/fake-session.ts";
import { block, fillWithCalls, permissionQuestion, PICTURE, terminal, text } from "../support/sample-calls.ts";
import type { Stage } from "../support/stage.ts";

export function calling(stage: () => Stage): void {
  describe("Tool calls", () => {
    it("[PC1] are folded when done, and open when they changed little, failed or need permission; their line says what they did", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 2400 } });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      const head = (name: string) => page.getByRole("article").getByRole("button", { name });
      await head("Run npm publish").waitFor();
      const isOpen = async (name: string) => await head(name).getAttribute("aria-expanded");
      expect(await isOpen("Edit src/retry.ts")).toBe("true");
      expect(await head("Edit src/retry.ts").innerText()).toMatch(/\+6\s−3\s/u);
      expect(await head("npm test").innerText()).toContain("exit 1");
      expect(await isOpen("github: List issues")).toBe("false");
      expect(await isOpen("npm test")).toBe("true");
      expect(await isOpen("search: Index the folder")).toBe("false");
      expect(await isOpen("Run npm publish")).toBe("true");
      await page.getByRole("progressbar", { name: "Progress" }).waitFor();
      await head("npm test").click();
      expect(await isOpen("npm test")).toBe("false");
    });

    it("[H] are one line when four or more have finished, but for one that failed; a link to one opens it", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const call = (title: string, status = "completed") =>
        session.update({ sessionUpdate: "tool_call", toolCallId: title, title, kind: "read", status });
      for (const title of ["One", "Two", "Three", "Four", "Five"]) call(title);
      call("Six", "failed");
      session.update({ sessionUpdate: "agent_message_chunk", content: text("Done so far.") });
      await scene.open("/s/s1");
      const run = page.getByRole("button", { name: /^5 calls · / });
      await run.waitFor();
      const head = (name: string) => page.getByRole("article").getByRole("button", { name, exact: false });
      await head("Six").waitFor();
      expect(await head("Three").count()).toBe(0);
      await run.click();
      await head("Three").waitFor();
      // Opened, they are one list: of low rows, without gaps.
      const boxes = await page.locator(".call-card").evaluateAll((all) =>
        all
          .map((card) => card.getBoundingClientRect())
          .map(({ left, top, bottom, height }) => ({ left, top, bottom, height }))
          .toSorted((one, other) => one.top - other.top)
          .slice(0, 5),
      );
      expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
      expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThanOrEqual(34);
      const gaps = boxes.slice(1).map(({ top }, index) => top - (boxes[index]?.bottom ?? 0));
      expect(gaps.filter((gap) => gap > 0.5)).toEqual([]);
      await run.click();
      await head("Three").waitFor({ state: "detached" });
      await page.goto(`${gateway.url}/s/s1#at=3`);
      await page.reload();
      await head("Three").waitFor();
    });

    it("[B10] show a picture without a click, among finished calls that are one line too", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const call = (title: string, content: readonly object[] = []) =>
        session.update({ sessionUpdate: "tool_call", toolCallId: title, title, status: "completed", content });
      for (const title of ["One", "Two", "Three", "Four"]) call(title);
      call("Screenshot", [block({ type: "image", mimeType: "image/png", data: PICTURE })]);
      for (const title of ["Six", "Seven", "Eight", "Nine"]) call(title);
      session.update({ sessionUpdate: "agent_message_chunk", content: text("Done so far.") });
      await scene.open("/s/s1");
      await page.getByRole("article", { name: "Tool call: Screenshot" }).getByRole("img").waitFor();
      expect(await page.getByRole("button", { name: /^4 calls · / }).count()).toBe(2);
      const head = page.getByRole("article").getByRole("button", { name: "Screenshot" });
      await head.click();
      await page.getByRole("img").waitFor({ state: "detached" });
    });

    it("[PC3] that the person rejected or stopped are not drawn as failed", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const prompt = [text("Publish it")];
      session.append({
        from: "client",
        message: { id: 1, method: "session/prompt", params: { sessionId: "s1", prompt } },
      });
      const begin = (toolCallId: string, title: string) =>
        session.update({ sessionUpdate: "tool_call", toolCallId, title, kind: "execute", status: "pending" });
      begin("ask", "Run npm publish");
      session.append(
        { from: "agent", message: { id: 9, method: "session/request_permission", params: permissionQuestion("s1") } },
        { from: "client", message: { id: 9, result: { outcome: { outcome: "selected", optionId: "no" } } } },
      );
      session.update({ sessionUpdate: "tool_call_update", toolCallId: "ask", status: "failed" });
      begin("wait", "Wait");
      session.append(
        { from: "client", message: { method: "session/cancel", params: { sessionId: "s1" } } },
        { from: "agent", message: { id: 1, result: { stopReason: "cancelled" } } },
      );
      await scene.open("/s/s1");
      const card = (name: string) => page.getByRole("article", { name: `Tool call: ${name}` });
      await card("Run npm publish").getByText("Rejected", { exact: true }).first().waitFor();
      await card("Wait").getByText("Cancelled", { exact: true }).waitFor();
      expect(await page.getByText("Failed", { exact: true }).count()).toBe(0);
    });

    it("show diffs, terminals, images and JSON under the page's CSP", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 2400 }, hasColours: true });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      const row = (name: string) => page.getByRole("article", { name: `Tool call: ${name}` });
      await row("github: List issues").getByRole("button", { name: "github: List issues" }).click();
      const diff = row("Edit src/retry.ts").getByRole("figure");
      await diff.locator(".diff-code-insert").getByText("retryDelay(failures)").first().waitFor();
      await diff.getByText("+6").waitFor();
      // [C7] from the session's folder, in colour and with signs, without a box of its own to scroll in.
      const signs = await diff
        .locator(".diff-code-insert, .diff-code-delete")
        .evaluateAll((all) => [...new Set(all.map((line) => getComputedStyle(line, "::before").content))]);
      expect(signs.toSorted()).toEqual(['"+"', '"−"']);
      expect(await diff.locator("figcaption").innerText()).toContain("src/retry.ts");
      expect(await diff.locator("figcaption").innerText()).not.toContain("/home/ada");
      await diff.locator('.diff-code span[style*="color"]').first().waitFor();
      expect(await diff.getByRole("region").count()).toBe(0);
      await row("Edit src/retry.ts").getByText("Arguments").waitFor();
      expect(await row("Edit src/retry.ts").getByRole("group", { name: "Arguments" }).count()).toBe(0);
      await diff.getByRole("button", { name: "Side by side" }).click();
      await diff.locator(".diff-split").waitFor();
      await row("Edit src/retry.ts").getByText("Allowed by policy: Edits inside the folder are allowed").waitFor();
      await row("npm test").locator(".xterm-rows").getByText("retry comes back within 50 ms").waitFor();
      await row("npm test").getByText("exit 1").first().waitFor();
      const picture = row("browser: Take a screenshot").getByRole("img");
      expect(await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))).toBe(160);
      await row("github: List issues")
        .getByRole("group", { name: "Result" })
        .getByText("Retries are not spread")
        .waitFor();
      await row("browser: Take a screenshot").getByRole("button", { name: "Enlarge Attached" }).click();
      await page.getByRole("dialog", { name: "Attached" }).getByRole("img").waitFor();
      await page.keyboard.press("Escape");
      expect(scene.complaints).toEqual([]);
    });

    it("show an image resource, and offer any other for download", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const blob = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg' width='8' height='8'/>").toString("base64");
      const resource = (uri: string, mimeType: string) =>
        block({ type: "resource", resource: { uri, mimeType, blob } });
      const content = [
        resource("shots://one.svg", "image/svg+xml"),
        resource("file:///a/of%20ours.zip", "application/zip"),
      ];
      session.update({ sessionUpdate: "tool_call", toolCallId: "c", title: "Fetch", status: "failed", content });
      await scene.open("/s/s1");
      const picture = page.getByRole("img", { name: "one.svg" });
      await picture.waitFor();
      expect(await picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth)).toBe(8);
      const download = page.waitForEvent("download");
      await page.getByRole("link", { name: "of ours.zip" }).click();
      expect((await download).suggestedFilename()).toBe("of ours.zip");
      await (await download).delete();
      expect(scene.complaints).toEqual([]);
    });

    it("follow a terminal while it writes", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      openTerminal(session, "one\r\n");
      await scene.open("/s/s1");
      const rows = page.locator(".xterm-rows");
      await rows.getByText("one").waitFor();
      const more = { type: "terminal-output", terminalId: "t1", text: "\u001B[32mtwo\u001B[0m\r\n" };
      session.append({ from: "tenon", message: more });
      await rows.getByText("two").waitFor();
      // [C22] the bar of a longer output is narrow, so that it is not over the text.
      const many = Array.from({ length: 40 }, (_, line) => `line ${line}\r\n`).join("");
      session.append({ from: "tenon", message: { ...more, text: many } });
      await rows.getByText("line 39").waitFor();
      const bar = page.locator(".xterm .scrollbar.vertical");
      expect(await bar.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width))).toEqual([6]);
      session.append({ from: "tenon", message: { type: "terminal-state", terminalId: "t1", output: "three" } });
      await rows.getByText("three").waitFor();
      expect(await rows.getByText("one").count()).toBe(0);
    });

    it("keep terminal output from the title, the clipboard and links", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1", title: "Mine" });
      const dialogs: string[] = [];
      page.on("dialog", (dialog) => void dialogs.push(dialog.message()));
      await page.addInitScript(() => {
        Object.assign(globalThis, { copied: [] });
        navigator.clipboard.writeText = (words) => {
          (globalThis as unknown as { copied: string[] }).copied.push(words);
          return Promise.resolve();
        };
      });
      openTerminal(session, `${ESCAPES.join("plain ")}the end`);
      await scene.open("/s/s1");
      await page.locator(".xterm-rows").getByText("the end").waitFor();
      await page.locator(".xterm-rows").getByText("click me").click({ force: true });
      const found = await page.evaluate(() => ({
        title: document.title,
        copied: (globalThis as unknown as { copied: string[] }).copied,
        pwned: "pwned" in globalThis,
        links: document.querySelectorAll(".xterm a").length,
      }));
      expect(found).toMatchObject({ copied: [], pwned: false, links: 0 });
      expect(found.title).toContain("Mine");
      expect(found.title).not.toContain("pwned");
      expect(dialogs).toEqual([]);
      expect(page.context().pages()).toHaveLength(1);
    });

    it("run, load and obey nothing in a tool's output", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 2400 } });
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      const html = `<img src="https://evil.example/a.png" onerror="globalThis.pwned=1"><script>globalThis.pwned=1</script>`;
      const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="parent.pwned=1"/>`).toString("base64");
      session.update({
        sessionUpdate: "tool_call",
        toolCallId: "c",
        title: `Fetch ${html}`,
        kind: "fetch",
        status: "failed",
        rawInput: { url: "javascript:globalThis.pwned=1", note: html, [html]: 1 },
        content: [
          block(text(html)),
          block(text(`\`\`\`md\n${html}\n\`\`\`\n![x](https://evil.example/b.png)`)),
          block(text(JSON.stringify({ html }))),
          block({ type: "image", mimeType: "image/svg+xml", data: svg }),
          block({ type: "resource_link", name: "a file", uri: "javascript:globalThis.pwned=1" }),
          block({ type: "resource", resource: { uri: "file:///x.html", mimeType: "text/html", text: html } }),
          { type: "diff", path: html, oldText: "", newText: html },
        ],
      });
      await scene.open("/s/s1");
      await page.getByRole("figure", { name: "Changes in" }).locator(".diff-code-insert").waitFor();
      const found = await page.getByRole("feed").evaluate((feed) => ({
        pwned: "pwned" in globalThis,
        forbidden: feed.querySelectorAll("script, iframe, form, [onerror], [onload]").length,
        links: [...feed.querySelectorAll("a")].map((link) => link.getAttribute("href")),
        pictures: [...feed.querySelectorAll("img")].map(({ src }) => src.slice(0, 19)),
      }));
      expect(found).toEqual({
        pwned: false,
        forbidden: 0,
        links: ["https://evil.example/b.png"],
        pictures: ["data:image/svg+xml;"],
      });
      expect(asked.filter((url) => url.includes("evil.example"))).toEqual([]);
    });
  });
}

const ESCAPES = [
  "\u001B]0;pwned title\u0007",
  "\u001B]2;pwned title\u001B\\",
  `\u001B]52;c;${Buffer.from("pwned").toString("base64")}\u0007`,
  "\u001B]8;;javascript:globalThis.pwned=1\u001B\\click me\u001B]8;;\u001B\\",
  "\u001B[21t\u001B[6n\u001B[c\u001BP+q544e\u001B\\",
  "\u001B]1337;File=inline=1:AAAA\u0007\u001B]777;notify;pwned;pwned\u0007",
];

function openTerminal(session: FakeSession, output: string): void {
  session.append({ from: "tenon", message: { type: "terminal-created", terminalId: "t1", command: "make" } });
  session.append({ from: "tenon", message: { type: "terminal-output", terminalId: "t1", text: output } });
  session.update({
    sessionUpdate: "tool_call",
    toolCallId: "c",
    title: "make",
    kind: "execute",
    status: "in_progress",
    content: [terminal("t1")],
  });
}
