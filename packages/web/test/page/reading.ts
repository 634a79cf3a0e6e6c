import { describe, expect, it } from "vitest";

import { fillWithEverything } from "../support/sample-session.ts";
import type { Stage } from "../support/stage.ts";

export function reading(stage: () => Stage): void {
  describe("The timeline", () => {
    it("shows every kind of entry, thoughts folded, and no row for a normal turn end", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 3000 }, hasColours: true });
      const { page, gateway } = scene;
      fillWithEverything(gateway.add({ id: "s1", title: "Everything" }));
      await scene.open("/s/s1");
      await page.getByText("Good. Also add a test for the jitter.").waitFor();
      const rows = page.getByRole("article");
      expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-type")))).toEqual(ROWS);
      await page.getByText("Thought for 6.4 s").click();
      await page.getByText("Two call sites need care.").waitFor();
      await page.getByText("48.2K / 200K").waitFor();
      await page.getByText("$0.1832").waitFor();
      // Colours come from the worker, under the page's policy.
      await page.locator("pre code span[style*='--code-token-keyword']").first().waitFor();
      expect(scene.complaints).toEqual([]);
    });

    it("keeps list starts, task boxes and column alignment", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const long = "Donaudampfschifffahrtsgesellschaftskapitän".repeat(3);
      const markdown = `5. five\n6. six\n\nTasks:\n\n- [x] done\n- [ ] left\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\nשלום עולם\n\n| a | b |\n|---|---|\n| ${long} | ${"many words ".repeat(30)} |\n`;
      const content = { type: "text", text: markdown };
      gateway.add({ id: "s1" }).update({ sessionUpdate: "agent_message_chunk", content });
      await scene.open("/s/s1");
      await page.getByText("left").waitFor();
      expect(await page.locator("ol").getAttribute("start")).toBe("5");
      const boxes = page.locator("li > input[type=checkbox]:disabled");
      expect(await boxes.evaluateAll((all) => all.map((box) => box.matches(":checked")))).toEqual([true, false]);
      const cell = page.getByRole("cell", { name: "2" });
      expect(await cell.evaluate((element) => getComputedStyle(element).textAlign)).toMatch(/right$/u);
      // [C8] text that is read from the right begins there.
      const gap = await page.getByText("שלום עולם").evaluate((element) => {
        const words = document.createRange();
        words.selectNodeContents(element);
        return element.getBoundingClientRect().right - words.getBoundingClientRect().right;
      });
      expect(gap).toBeLessThan(2);
      // [C9] a long word does not make its column as narrow as a letter.
      const width = await page.getByRole("cell", { name: long }).evaluate((element) => element.clientWidth);
      expect(width).toBeGreaterThan(150);
    });

    it("[B7] draws what a notice has between backticks as code, and a backtick alone as it is", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const notice = {
        sessionUpdate: "notice",
        severity: "warning",
        title: "linear needs you to sign in",
        description: "Run `/mcp sign-in linear`.\nThe key is `a",
      };
      gateway.add({ id: "s1" }).update(notice);
      await scene.open("/s/s1");
      const words = page.getByRole("article").getByText("Run /mcp sign-in linear.");
      await words.locator("code").getByText("/mcp sign-in linear").waitFor();
      expect(await words.innerText()).toBe("Run /mcp sign-in linear.\nThe key is `a");
    });

    it("[C8] begins at the right what is read from there: a title, a prompt while it is written, a notice, a call, a question", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const hebrew = "שלום עולם";
      const session = gateway.add({ id: "s1", title: hebrew });
      session.update({ sessionUpdate: "notice", severity: "warning", title: hebrew, description: hebrew });
      session.update({ sessionUpdate: "tool_call", toolCallId: "c", title: hebrew, status: "completed" });
      await scene.open("/s/s1");
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      const question = {
        sessionId: "s1",
        mode: "form",
        message: hebrew,
        requestedSchema: { type: "object", properties: {} },
      };
      void gateway.acp.ask("elicitation/create", question);
      const asked = page.getByRole("region", { name: "Question" });
      const composer = page.getByLabel("Message", { exact: true });
      await composer.fill(hebrew);
      const texts = [
        page.getByRole("heading", { name: hebrew }),
        page.getByRole("navigation").getByText(hebrew),
        page.getByRole("article", { name: "Notice" }).getByText(hebrew).first(),
        page.getByRole("article", { name: "Notice" }).getByText(hebrew).last(),
        page.getByRole("article", { name: "Tool call" }).getByText(hebrew),
        asked.getByText(hebrew),
        composer,
      ];
      const directions = texts.map((text) => text.evaluate((element) => getComputedStyle(element).direction));
      expect(await Promise.all(directions)).toEqual(texts.map(() => "rtl"));
      await composer.press("Enter");
      const prompt = page.locator("article[data-type=user-message] p");
      expect(await prompt.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
    });

    it("is navigated by key, and Enter unfolds", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      fillWithEverything(gateway.add({ id: "s1", title: "Everything" }));
      await scene.open("/s/s1");
      await page.getByText("On it.").waitFor();
      await page.keyboard.press("g");
      for (const _ of "jj") await page.keyboard.press("j");
      await page.locator("article:focus[data-type=thought]").waitFor();
      await page.keyboard.press("Enter");
      await page.locator("article[data-type=thought] .prose").waitFor();
      await page.keyboard.press("G");
      await page.locator("article:focus[data-type=turn-end]").waitFor();
    });

    it("says that a session was not found", async () => {
      await using scene = await stage().scene();
      await scene.open("/s/nobody");
      await scene.page.getByText("Session not found.").waitFor();
    });
  });
}

// prettier-ignore
const ROWS = [
  "receipt", "user-message", "thought", "plan", "agent-message", "tool-call", "tool-call", "tool-call", "tool-call",
  "agent-message", "unknown", "user-message", "options", "agent-message", "turn-end",
];
