/**
 * What an agent asks the person: permissions, forms, and pages to open.
 */

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { faults } from "../support/faults.ts";
import { ASKED, fillWithCalls, permissionQuestion } from "../support/sample-calls.ts";
import type { Scene, Stage } from "../support/stage.ts";

export function asking(stage: () => Stage): void {
  describe("Questions", () => {
    it("are asked in the card of their call, with its command, and answered by mouse", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      const card = page.getByRole("article", { name: "Tool call: Run npm publish" });
      expect(await card.getByLabel("Command").textContent()).toBe("$ npm publish --access public");
      await card.getByText("in /home/ada/engine").waitFor();
      await card.getByRole("group", { name: "From now on" }).getByRole("button").waitFor();
      await card.locator("button:enabled", { hasText: "Allow once" }).click();
      expect(await answer).toEqual(chosen("once"));
    });

    it("are answered by key, but not before they could be seen, nor by a held key", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = await asked(scene);
      await page.clock.install();
      await focusCard(page);
      await page.keyboard.down("y");
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      const button = page.getByRole("article").locator("button", { hasText: "Allow once" });
      // What is above it is still drawn, and must not move it beyond the edge, where no answer counts.
      await page.locator("button:enabled", { hasText: "Allow once" }).waitFor();
      // Held down, a key repeats.
      await page.keyboard.down("y");
      await page.keyboard.up("y");
      await page.clock.fastForward(1_000);
      expect(await button.isVisible()).toBe(true);
      await page.keyboard.press("y");
      expect(await answer).toEqual(chosen("once"));
    });

    it("[A2] are not answered by a sentence that is typed after a click on Send", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const answers: unknown[] = [];
      await page.getByLabel("Message", { exact: true }).fill("Publish it");
      await page.getByRole("button", { name: /^Send/u }).click();
      const composer = page.getByLabel("Message", { exact: true });
      await expect.poll(() => composer.evaluate((element) => element === document.activeElement)).toBe(true);
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      void answer.then((given) => answers.push(given));
      await ready(page);
      await page.keyboard.type("you should not do that");
      expect(await composer.inputValue()).toBe("you should not do that");
      expect(answers).toEqual([]);
      await page.getByRole("button", { name: "Reject" }).click();
      expect(await answer).toEqual(chosen("no"));
      await page.keyboard.type(", yes?");
      expect(await composer.inputValue()).toBe("you should not do that, yes?");
    });

    it("[A2] are not answered by bare keys while the focus is elsewhere, and `n` opens nothing then", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = await asked(scene);
      await page.clock.install();
      const answers: unknown[] = [];
      void gateway.acp.ask("session/request_permission", permissionQuestion("s1")).then((given) => answers.push(given));
      await ready(page);
      await page.getByLabel("Message", { exact: true }).press("Escape");
      for (const key of ["y", "n", "1", "y"]) {
        await page.keyboard.press(key);
        await page.clock.fastForward(1_000);
      }
      await page.keyboard.type("you should not do that");
      await page.clock.fastForward(1_000);
      expect(await page.getByRole("dialog").count()).toBe(0);
      expect(answers).toEqual([]);
    });

    it("[A2] are not answered by a word typed while their card is focused, only by a single key", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = await asked(scene);
      await page.clock.install();
      const answers: unknown[] = [];
      void gateway.acp.ask("session/request_permission", permissionQuestion("s1")).then((given) => answers.push(given));
      await ready(page);
      await focusCard(page);
      for (const words of ["you should not do that", "say", "by", "1 y"]) {
        await page.keyboard.type(words);
        await page.clock.fastForward(1_000);
      }
      expect(answers).toEqual([]);
      await page.keyboard.press("n");
      await expect.poll(() => answers).toEqual([chosen("no")]);
      expect(await page.getByRole("dialog").count()).toBe(0);
    });

    it("take n for no, digits for any answer, and both with Alt from everywhere", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = await asked(scene);
      await page.clock.install();
      for (const [key, option] of [
        ["n", "no"],
        ["3", "always"],
        ["Alt+1", "once"],
      ] as const) {
        const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
        await ready(page);
        if (key.startsWith("Alt")) {
          await page.getByLabel("Message", { exact: true }).fill("");
          await page.keyboard.type("yes, 1 moment");
        } else {
          await focusCard(page);
          await page.clock.fastForward(1_000);
        }
        await page.keyboard.press(key);
        expect(await answer).toEqual(chosen(option));
        await page.getByRole("region", { name: "Permission for this call" }).waitFor({ state: "detached" });
      }
      expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("yes, 1 moment");
      expect(await page.getByRole("dialog").count()).toBe(0);
    });

    it("are asked above the composer when their call is out of sight", async () => {
      await using scene = await stage().scene({ viewport: { width: 1280, height: 500 } });
      const { page, gateway } = await asked(scene);
      const words = { type: "text", text: "A long text.\n\n".repeat(200) };
      gateway.sessions.get("s1")?.update({ sessionUpdate: "agent_message_chunk", content: words });
      await page.getByText("A long text.").first().waitFor();
      await page.getByTestId("timeline").evaluate((timeline) => timeline.scrollTo(0, timeline.scrollHeight));
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      const bar = page.getByRole("region", { name: "Permission", exact: true });
      await bar.getByText(ASKED.title).waitFor();
      expect(await bar.getByLabel("Command").textContent()).toBe("$ npm publish --access public");
      await bar.getByRole("button", { name: "Reject" }).click();
      expect(await answer).toEqual(chosen("no"));
      await bar.waitFor({ state: "detached" });
    });

    it("are answered by a click anywhere on a button, which stays where it is while it is pressed", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      await ready(page);
      const reject = page.getByRole("button", { name: /^Reject/u });
      const before = await reject.boundingBox();
      await page.mouse.move((before?.x ?? 0) + (before?.width ?? 0) - 4, (before?.y ?? 0) + 10);
      await page.mouse.down();
      await page.getByRole("button", { name: /^Reject(?: once)? n$/u }).waitFor();
      expect(await reject.boundingBox()).toEqual(before);
      await page.mouse.up();
      expect(await answer).toEqual(chosen("no"));
    });

    it("show the answers that hold for long where they ask, and take nothing typed after that click for one", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const lasting = ["in this session", "here", "below", "beside", "elsewhere", "from now on"].map((name) => ({
        optionId: name,
        name: `Allow npm publish ${name}`,
        kind: "allow_always",
      }));
      const card = page.getByRole("region", { name: "Permission for this call" });
      const last = card.getByRole("button", { name: "from now on" });
      const end = page.getByLabel("Message", { exact: true });
      for (const isByKey of [false, true]) {
        const options = [{ optionId: "once", name: "Allow once", kind: "allow_once" }, ...lasting];
        const answer = gateway.acp.ask("session/request_permission", { ...permissionQuestion("s1"), options });
        await ready(page);
        const more = card.getByRole("button", { name: "Always…" });
        await (isByKey ? more.press("Enter") : more.click());
        const isInSight = async () =>
          ((await last.boundingBox())?.y ?? Infinity) < ((await end.boundingBox())?.y ?? 0) - 40;
        await expect.poll(isInSight).toBe(true);
        const focused = await page.evaluate(() => document.activeElement?.textContent || document.activeElement?.id);
        expect(focused).toContain(isByKey ? "in this session" : "composer");
        await last.click();
        expect(await answer).toEqual(chosen("from now on"));
        await card.waitFor({ state: "detached" });
      }
    });

    it("follow the line of a call that takes nothing at once", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const bare = { sessionUpdate: "tool_call", toolCallId: "bare", title: "Get the time", status: "pending" };
      const params = { ...permissionQuestion("s1"), toolCall: bare };
      gateway.sessions.get("s1")?.update(bare);
      const message = { id: 19, method: "session/request_permission", params };
      gateway.sessions.get("s1")?.append({ from: "agent", message });
      void gateway.acp.ask("session/request_permission", params);
      const call = page.getByRole("article", { name: "Tool call: Get the time" });
      const line = await call.getByRole("button", { name: "Get the time" }).boundingBox();
      const question = await call.getByRole("region").boundingBox();
      expect((question?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)).toBeLessThanOrEqual(1);
    });

    it("spell out hidden characters of a command", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      const rawInput = { command: "echo \u202Efdp.exe" };
      void gateway.acp.ask("session/request_permission", {
        sessionId: "s1",
        toolCall: { toolCallId: "c", title: "Say", rawInput },
        options: [],
      });
      await page
        .getByText(String.raw`echo \u{202e}fdp.exe`)
        .first()
        .waitFor();
    });

    it("[M-04] disappear when another page answered, and the call says who did", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const other = await page.context().newPage();
      await other.goto(`${gateway.url}/s/s1`);
      await other.getByText("Waiting for permission.").waitFor();
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      await ready(page);
      await ready(other);
      await other.keyboard.press("Alt+y");
      expect(await answer).toEqual(chosen("once"));
      gateway.acp.withdraw();
      const answered = { type: "permission-answered", requestId: "9", outcome: "selected", optionId: "once" };
      const session = gateway.sessions.get("s1");
      session?.append({ from: "tenon", message: { ...answered, answeredBy: "page in the kitchen" } });
      for (const one of [page, other]) {
        await one.getByRole("region", { name: "Permission for this call" }).waitFor({ state: "detached" });
        await one.getByRole("article").getByRole("button", { name: "Run npm publish" }).click();
        await one.getByText("Answered by page in the kitchen: Allow once").waitFor();
      }
    });

    it("are forms, checked before they are sent", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const answer = gateway.acp.ask("elicitation/create", FORM);
      const form = page.getByRole("region", { name: "Question" });
      await form.getByText("Where should it go?").waitFor();
      await form.getByLabel("Copies").fill("7");
      await form.getByRole("button", { name: "Send" }).click();
      await form.getByText("is required.").waitFor();
      await form.getByText("must be at most 3.").waitFor();
      await form.getByLabel("Repository").fill("ada/engine");
      await form.getByLabel("Copies").fill("2");
      await form.getByLabel("docs").check();
      expect(await faults(page, form)).toEqual([]);
      await form.getByRole("button", { name: "Send" }).click();
      expect(await answer).toEqual({
        action: "accept",
        content: { repository: "ada/engine", copies: 2, priority: "p2", labels: ["docs"], tell: true },
      });
    });

    it("are filled in, sent and declined by key, and never take the focus by themselves", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const form = page.getByRole("region", { name: "Question" });
      const composer = page.getByLabel("Message", { exact: true });
      const answers: unknown[] = [];
      const question = {
        ...FORM,
        requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      };
      void gateway.acp.ask("elicitation/create", question).then((answer) => answers.push(answer));
      await form.waitFor();
      expect(await form.locator("input:focus").count()).toBe(0);
      const goToForm = async () => (await page.keyboard.press("Alt+Enter"), await form.locator("input:focus").count());
      await expect.poll(goToForm, PATIENT).toBe(1);
      await page.keyboard.type("Ada");
      await expect.poll(async () => (await page.keyboard.press("Alt+Enter"), answers.length)).toBe(1);
      await composer.fill("By the way");
      const declined = gateway.acp.ask("elicitation/create", question);
      await form.waitFor();
      await page.keyboard.type(", wait");
      expect(await composer.inputValue()).toBe("By the way, wait");
      await expect.poll(goToForm, PATIENT).toBe(1);
      await page.keyboard.press("Alt+n");
      expect(await declined).toEqual({ action: "decline" });
      expect(answers).toEqual([{ action: "accept", content: { name: "Ada" } }]);
      expect(gateway.acp.received.some(({ method }) => method === "session/prompt")).toBe(false);
    });

    it("are declined if the page does not support a required field", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const requestedSchema = { type: "object", properties: { where: { type: "map" } }, required: ["where"] };
      const answer = gateway.acp.ask("elicitation/create", { ...FORM, requestedSchema });
      const form = page.getByRole("region", { name: "Question" });
      expect(await form.getByRole("button", { name: "Send" }).isDisabled()).toBe(true);
      await form.getByRole("button", { name: "Decline" }).click();
      expect(await answer).toEqual({ action: "decline" });
    });

    it("show a URL in full, and open it only on a click", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = await asked(scene);
      const url = `${gateway.url}/healthz?sign-in=1`;
      const requests: string[] = [];
      page.context().on("request", (request) => requests.push(request.url()));
      const question = { sessionId: "s1", mode: "url", elicitationId: "e", message: "Sign in, please.", url };
      const answer = gateway.acp.ask("elicitation/create", question);
      const prompt = page.getByRole("region", { name: "Question" });
      await prompt.getByText(url).waitFor();
      await prompt.getByText(new URL(url).host, { exact: true }).waitFor();
      expect(requests).not.toContain(url);
      const opened = page.waitForEvent("popup");
      await prompt.getByRole("button", { name: "Open in a new tab" }).click();
      expect(await answer).toEqual({ action: "accept" });
      expect((await opened).url()).toBe(url);
      void gateway.acp.ask("elicitation/create", { ...question, url: "javascript:alert(1)" });
      await prompt.getByText("Not a web address").waitFor();
      expect(await prompt.getByRole("button", { name: "Open in a new tab" }).count()).toBe(0);
    });
  });
}

const PATIENT = { timeout: 30_000 };

const FORM = {
  sessionId: "s1",
  mode: "form",
  message: "Where should it go?",
  requestedSchema: {
    type: "object",
    properties: {
      repository: { type: "string", title: "Repository", minLength: 3 },
      copies: { type: "integer", title: "Copies", minimum: 1, maximum: 3 },
      priority: { type: "string", title: "Priority", enum: ["p1", "p2"], default: "p2" },
      labels: { type: "array", title: "Labels", items: { type: "string", enum: ["bug", "docs"] } },
      tell: { type: "boolean", title: "Tell the team", default: true },
      unasked: { type: "map", title: "A map" },
    },
    required: ["repository", "priority"],
  },
};

/** A session that waits for a permission, as its records say. */
async function asked(scene: Scene): Promise<Scene> {
  const { page, gateway } = scene;
  fillWithCalls(gateway.add({ id: "s1", title: "Asked" }));
  await scene.open("/s/s1");
  await page.getByText("Waiting for permission.").waitFor();
  await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
  return scene;
}

/** By key, from wherever the focus is. */
async function focusCard(page: Page): Promise<void> {
  await page.getByLabel("Message", { exact: true }).press("Escape");
  const card = page.getByRole("article", { name: "Tool call: Run npm publish" });
  const isFocused = () => card.evaluate((element) => element === document.activeElement);
  await page.keyboard.press("G");
  await page.locator("article:focus").waitFor();
  for (let isThere = await isFocused(); !isThere; isThere = await isFocused()) await page.keyboard.press("k");
}

/** The question has been on the screen for its moment. */
async function ready(page: Page): Promise<void> {
  await page.locator("button:enabled", { hasText: "Allow once" }).waitFor();
}

function chosen(optionId: string): object {
  return { outcome: { outcome: "selected", optionId } };
}
