import { describe, expect, it } from "vitest";

import type { FakeGateway } from "../support/fake-gateway.ts";
import type { Stage } from "../support/stage.ts";

export function prompting(stage: () => Stage): void {
  describe("Prompts", () => {
    it("sends with Enter, breaks the line with Shift, and shows the answer", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      const composer = page.getByLabel("Message");
      await composer.fill("One");
      await composer.press("Shift+Enter");
      await composer.pressSequentially("Two");
      await composer.press("Enter");
      await page.getByRole("article", { name: "Agent" }).getByText("Done.").waitFor();
      expect(await composer.inputValue()).toBe("");
      const prompt = gateway.acp.received.find(({ method }) => method === "session/prompt");
      expect(prompt?.params?.["prompt"]).toEqual([{ type: "text", text: "One\nTwo" }]);
      // [B14] an empty composer brings earlier prompts back, and lets go of them.
      await composer.press("ArrowUp");
      expect(await composer.inputValue()).toBe("One\nTwo");
      await composer.press("ArrowDown");
      expect(await composer.inputValue()).toBe("");
    });

    it("shows what the model suggests, and sends it with one click", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      suggest(gateway);
      await scene.open("/s/s1");
      const list = page.getByRole("list", { name: "Suggestions" });
      await list.waitFor();
      await page.getByLabel("Message").fill("x");
      await list.waitFor({ state: "detached" });
      await page.getByLabel("Message").fill("");
      await list.getByRole("button", { name: "list the files" }).click();
      await page.getByRole("article", { name: "Agent" }).getByText("Done.").waitFor();
      const prompt = gateway.acp.received.find(({ method }) => method === "session/prompt");
      expect(prompt?.params?.["prompt"]).toEqual([{ type: "text", text: "list the files" }]);
      expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Message");
    });

    it("speaks the browser's language, until another is chosen; what was typed survives that", async () => {
      await using scene = await stage().scene({ locale: "zh-CN" });
      const { page, gateway } = scene;
      suggest(gateway);
      await scene.open("/s/s1");
      const list = page.getByRole("list", { name: "建议" });
      await list.getByRole("button", { name: "列出文件" }).waitFor();
      await page.getByPlaceholder("给代理发消息").fill("x");
      await page.getByRole("button", { name: "搜索 (Ctrl K)" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("zh-CN");
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      const once = { optionId: "once", name: "Allow once", kind: "allow_once" };
      const lasting = {
        optionId: "session",
        name: 'Allow the command "npm publish", until this session ends',
        kind: "allow_always",
      };
      const own = { optionId: "own", name: "Allow, and tell nobody", kind: "allow_always" };
      void gateway.acp.ask("session/request_permission", {
        sessionId: "s1",
        toolCall: { toolCallId: "c", title: "Publish" },
        options: [once, lasting, own],
      });
      await page.getByRole("button", { name: /^允许这一次/u }).waitFor();
      await page.getByRole("button", { name: "始终…" }).click();
      await page.getByRole("button", { name: /^允许命令 "npm publish"，直到此会话结束/u }).waitFor();
      // An agent's own words stay as they are.
      await page.getByRole("button", { name: /^Allow, and tell nobody/u }).waitFor();
      gateway.acp.withdraw();
      await page.getByRole("button", { name: "语言" }).click();
      await page.getByRole("menuitem", { name: "English" }).click();
      await page.getByRole("button", { name: "Language" }).waitFor();
      expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");
      expect(await page.getByLabel("Message").inputValue()).toBe("x");
      await page.getByLabel("Message").fill("");
      await page.getByRole("button", { name: "list the files" }).waitFor();
      expect(scene.complaints).toEqual([]);
    });

    it("completes files and resources after @, and sends a link to each", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const resource = { server: "notes", uri: "notes://retry", name: "Retry plan" };
      gateway.acp.extensions = { "_tenon/resources/list": () => ({ resources: [resource] }) };
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      const composer = page.getByLabel("Message");
      const menu = page.getByRole("listbox", { name: "Files and resources" });
      await composer.pressSequentially("Compare @ret");
      await menu.getByRole("option", { name: "src/retry.ts" }).click();
      await composer.pressSequentially("with @plan");
      await menu.getByRole("option", { name: "Retry-plan notes" }).waitFor();
      await composer.press("Enter");
      expect(await composer.inputValue()).toBe("Compare @src/retry.ts with @Retry-plan ");
      await menu.waitFor({ state: "detached" });
      await composer.press("Enter");
      await expect
        .poll(() => gateway.acp.received.find(({ method }) => method === "session/prompt")?.params?.["prompt"])
        .toEqual([
          { type: "text", text: "Compare @src/retry.ts with @Retry-plan" },
          { type: "resource_link", name: "src/retry.ts", uri: "file:///home/ada/engine/src/retry.ts" },
          { type: "resource_link", name: "Retry-plan", uri: "notes://retry" },
        ]);
    });

    it("keeps the order of letters that are typed right after a name is completed", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      const composer = page.getByLabel("Message");
      await composer.pressSequentially("Compare @ret");
      const option = page.getByRole("option", { name: "src/retry.ts" });
      await option.waitFor();
      // No frame comes between microtasks.
      await option.evaluate(async (element: HTMLElement) => {
        element.click();
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
        document.execCommand("insertText", false, "w");
        for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
        document.execCommand("insertText", false, "ith");
      });
      expect(await composer.inputValue()).toBe("Compare @src/retry.ts with");
    });

    it("queues prompts sent during a turn, in order, and takes them back", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      const turns: (() => void)[] = [];
      gateway.acp.onPrompt = () => new Promise((resolve) => turns.push(() => resolve("end_turn")));
      await scene.open("/s/s1");
      const composer = page.getByLabel("Message");
      const queue = page.getByRole("list", { name: "Queue" }).getByRole("listitem");
      await composer.fill("First");
      await composer.press("Enter");
      await page.getByRole("article").getByText("First").waitFor();
      for (const text of ["Second", "Mistaken", "Third"]) {
        await composer.fill(text);
        await composer.press("Enter");
      }
      await queue.nth(2).waitFor();
      await queue.nth(1).getByRole("button", { name: "Remove" }).click();
      turns.shift()?.();
      await page.getByRole("article").getByText("Second").waitFor();
      turns.shift()?.();
      await page.getByRole("article").getByText("Third").waitFor();
      expect(await queue.count()).toBe(0);
      expect(await page.getByText("Mistaken").count()).toBe(0);
    });

    it("shows queued prompts after a reload, and takes them back into the composer", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      gateway.acp.onPrompt = () => new Promise(() => {});
      await scene.open("/s/s1");
      for (const text of ["First", "Second"]) {
        await page.getByLabel("Message").fill(text);
        const notes = { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes") };
        await page.locator("input[type=file]").setInputFiles([notes]);
        await page.getByRole("button", { name: "Remove notes.md" }).waitFor();
        await page.getByLabel("Message").press("Enter");
      }
      const queue = page.getByRole("list", { name: "Queue" }).getByRole("listitem");
      await queue.getByText("Queued").waitFor();
      await page.reload();
      await queue.getByText("Second").waitFor();
      await page.getByLabel("Message").fill("Being written");
      await queue.getByRole("button", { name: "Edit" }).click();
      await queue.waitFor({ state: "detached" });
      expect(await page.getByLabel("Message").inputValue()).toBe("Second\n\nBeing written");
      await page.getByRole("button", { name: "Remove notes.md" }).waitFor();
    });

    it("[C14] shows that a silent agent works, stops its turn, and says so when one ends without an answer", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      gateway.acp.onPrompt = () => new Promise((resolve) => setStopper(() => resolve("cancelled")));
      let setStopper: (stop: () => void) => void = () => {};
      const stopped = new Promise<() => void>((resolve) => (setStopper = resolve));
      await scene.open("/s/s1");
      await page.getByLabel("Message").fill("Go");
      await page.keyboard.press("Enter");
      await page
        .getByTestId("timeline")
        .getByText(/^Working/u)
        .waitFor();
      await page.getByRole("button", { name: "Stop" }).click();
      // [A2]
      expect(await page.evaluate(() => document.activeElement?.id)).toBe("composer");
      (await stopped)();
      await page.getByText("Cancelled", { exact: true }).waitFor();
      await page
        .getByTestId("timeline")
        .getByText(/^Working/u)
        .waitFor({ state: "detached" });
      gateway.acp.onPrompt = () => Promise.resolve("end_turn");
      await page.getByLabel("Message").fill("And now?");
      await page.keyboard.press("Enter");
      await page.getByText("The agent ended its turn without an answer").waitFor();
      expect(gateway.acp.received.some(({ method }) => method === "session/cancel")).toBe(true);
      expect(session.view.state).toBe("idle");
    });

    it("[H] says how long the agent has worked and which key stops it, and that it waits when another page is asked", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1", state: "running" });
      const prompt = [{ type: "text", text: "Go" }];
      const at = Date.now() - 65_000;
      session.append({ from: "client", message: { id: 1, method: "session/prompt", params: { prompt } }, at });
      await scene.open("/s/s1");
      const timeline = page.getByTestId("timeline");
      await timeline.getByText(/^Working · 1 min \d+ s$/u).waitFor();
      await timeline.getByText("Ctrl . to stop").waitFor();
      await page.keyboard.press("Control+.");
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/cancel")).toBe(true);
      const params = { sessionId: "s1", toolCall: { toolCallId: "c", title: "Publish" }, options: [] };
      session.append({ from: "agent", message: { id: 2, method: "session/request_permission", params } });
      await timeline.getByText("Waiting for an answer").waitFor();
      expect(await timeline.getByText(/^Working|to stop$/u).count()).toBe(0);
    });

    it("[PC4] completes slash commands, and leaves more room for what one does than for what it takes", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const availableCommands = [
        { name: "compact", description: "Shorter" },
        {
          name: "review",
          description: "Looks at the changes of the branch and says what is wrong with them",
          input: { hint: "[list] | connect <server> <command or address> | restart <server> | sign-in <server>" },
        },
      ];
      gateway.add({ id: "s1" }).update({ sessionUpdate: "available_commands_update", availableCommands });
      await scene.open("/s/s1");
      const composer = page.getByLabel("Message");
      await composer.pressSequentially("/");
      await page.getByRole("listbox", { name: "Commands" }).getByRole("option").nth(1).waitFor();
      const width = async (words: string) => (await page.getByTitle(words).boundingBox())?.width ?? 0;
      expect(await width("Looks at")).toBeGreaterThan(await width("[list]"));
      await composer.press("ArrowDown");
      await composer.press("Tab");
      expect(await composer.inputValue()).toBe("/review ");
    });

    it("sends attached images and text files", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      await page.getByRole("button", { name: "Attach files" }).waitFor();
      await page.locator("input[type=file]").setInputFiles([
        { name: "dot.png", mimeType: "image/png", buffer: Buffer.from("89504e47", "hex") },
        { name: "notes.md", mimeType: "text/markdown", buffer: Buffer.from("# Notes") },
        { name: "blob.bin", mimeType: "application/octet-stream", buffer: Buffer.from([0xff, 0xfe, 0]) },
      ]);
      await page.getByText("blob.bin is neither an image nor text.").waitFor();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Done.").waitFor();
      const prompt = gateway.acp.received.find(({ method }) => method === "session/prompt");
      expect(prompt?.params?.["prompt"]).toEqual([
        { type: "image", mimeType: "image/png", data: "iVBORw==" },
        { type: "resource", resource: { uri: "attachment:///notes.md", mimeType: "text/markdown", text: "# Notes" } },
      ]);
    });

    it("says why a session cannot be continued, and retries", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      gateway.acp.resumeRefusal = "The agent is not installed any more";
      await scene.open("/s/s1");
      await page.getByText("The agent is not installed any more").waitFor();
      expect(await page.getByLabel("Message").isDisabled()).toBe(true);
      gateway.acp.resumeRefusal = undefined;
      await page.getByRole("button", { name: "Try again" }).click();
      await page.getByPlaceholder("Message the agent").waitFor();
    });

    it("answers a permission, and withdraws the question when another client was first", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      await page.getByLabel("Message").waitFor();
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      const question = {
        sessionId: "s1",
        toolCall: { toolCallId: "c", title: "Delete everything" },
        options: [{ optionId: "no", name: "Reject", kind: "reject_once" }],
      };
      const answered = gateway.acp.ask("session/request_permission", question);
      await page.getByText("Delete everything").waitFor();
      await page.getByRole("button", { name: "Reject" }).click();
      expect(await answered).toEqual({ outcome: { outcome: "selected", optionId: "no" } });
      await page.getByText("Delete everything").waitFor({ state: "detached" });
      void gateway.acp.ask("session/request_permission", question);
      await page.getByText("Delete everything").waitFor();
      gateway.acp.withdraw();
      await page.getByText("Delete everything").waitFor({ state: "detached" });
    });
  });
}

/** A session whose model suggests a prompt, in two languages. */
function suggest(gateway: FakeGateway): void {
  const suggestions = { en: ["list the files"], zh: ["列出文件"] };
  const model = { type: "select", id: "model", name: "Model", currentValue: "rehearsal", options: [] };
  const configOptions = [{ ...model, _meta: { tenon: { suggestions } } }];
  const update = { sessionUpdate: "config_option_update", configOptions };
  gateway
    .add({ id: "s1" })
    .append({ from: "agent", message: { method: "session/update", params: { sessionId: "s1", update } } });
}
