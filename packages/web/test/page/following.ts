/**
 * Where the timeline stands while things happen to it.
 */

import { seededRandom } from "@tenon/testkit";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import type { FakeSession } from "../support/fake-session.ts";
import { addTurn, say } from "../support/much.ts";
import type { Scene, Stage } from "../support/stage.ts";

const SEQUENCES = Number(process.env["PAGE_SEQUENCES"] ?? 10);
const STEPS = 2;
const SEED = 4_181;
const SLOW = { timeout: 240_000 };

export function following(stage: () => Stage): void {
  describe("The timeline’s place", () => {
    it("[B1] shows an own prompt, wherever it was scrolled to", async () => {
      await using scene = await stage().scene({ hasColours: true });
      const { page } = await longSession(scene);
      await page.getByTestId("timeline").hover();
      await page.mouse.wheel(0, -3_000);
      await page.getByText("To the end").waitFor();
      await page.getByLabel("Message", { exact: true }).fill("Where am I?");
      await page.keyboard.press("Enter");
      await page.getByRole("article").getByText("Where am I?").waitFor();
      await expect.poll(() => distance(page)).toBeLessThan(2);
    });

    it("[B3] [PC5] keeps a card where it was clicked, also at the end, and the focus when a card above it grows", async () => {
      await using scene = await stage().scene({ hasColours: true });
      const { page, session } = await longSession(scene);
      const header = page.getByRole("button", { name: "Call 9" });
      const before = await topOf(header);
      await header.click();
      await page.getByText("line 20 of call 9").waitFor();
      await frames(page, 5);
      expect(Math.abs((await topOf(header)) - before)).toBeLessThan(2);
      await page.getByText("To the end").waitFor();
      await page.keyboard.press("k");
      const focused = page.locator("article:focus").filter({ hasText: "Answer 19" });
      const place = await topOf(focused);
      session.update({ sessionUpdate: "tool_call_update", toolCallId: "call-8-18", status: "failed" });
      await page.getByText("line 20 of call 8").waitFor();
      await frames(page, 5);
      expect(Math.abs((await topOf(focused)) - place)).toBeLessThan(2);
    });

    it(
      `[B2] holds end and anchor: ${SEQUENCES} random sequences of streaming, folding, answering, resizing (seed ${SEED})`,
      SLOW,
      async () => {
        await using scene = await stage().scene({ hasColours: true });
        const play = await longSession(scene);
        const random = seededRandom(SEED);
        for (let sequence = 0; sequence < SEQUENCES; sequence += 1) {
          await toEnd(play.page);
          // What was unfolded is being read: the end is followed again when the person goes there.
          let isReading = false;
          for (let step = 0; step < STEPS; step += 1) isReading = (await happen(play, random, isReading)) || isReading;
        }
      },
    );
  });
}

interface PlayedSession {
  readonly page: Page;
  readonly session: FakeSession;
}

async function longSession(scene: Scene): Promise<PlayedSession> {
  const { page, gateway } = scene;
  const session = gateway.add({ id: "s1", title: "Long" });
  for (let index = 0; index < 20; index += 1) {
    addTurn(session, index);
    addCall(session, `call-${index % 10}-${index}`, `Call ${index % 10}`);
  }
  await scene.open("/s/s1");
  await page.getByText("Call 9").waitFor();
  await expect.poll(() => distance(page)).toBeLessThan(2);
  return { page, session };
}

function addCall(session: FakeSession, toolCallId: string, title: string): void {
  const text = Array.from({ length: 40 }, (_, index) => `line ${index} of ${title.toLowerCase()}`).join("\n");
  const content = [{ type: "content", content: { type: "text", text } }];
  session.update({ sessionUpdate: "tool_call", toolCallId, title, kind: "read", status: "completed", content });
}

let calls = 0;

/** One thing happens; then the end is in view if it was before, and a clicked header where it was. True if one unfolded. */
async function happen({ page, session }: PlayedSession, random: () => number, isReading: boolean): Promise<boolean> {
  const choice = random();
  const wasAtEnd = !isReading && (await distance(page)) < 2;
  if (choice < 0.3) {
    calls += 1;
    addCall(session, `call-${calls}`, `Call ${calls % 10}`);
    for (let chunk = 0; chunk < 1 + random() * 4; chunk += 1) say(session, `${"More words. ".repeat(20)}\n\n`);
  } else if (choice < 0.5) {
    calls += 1;
    const asked = { toolCallId: `asked-${calls}`, title: `Asked ${calls}`, kind: "execute", status: "pending" };
    session.update({ sessionUpdate: "tool_call", ...asked });
    const options = [{ optionId: "no", name: "Reject", kind: "reject_once" }];
    const params = {
      sessionId: "s1",
      toolCall: { ...asked, rawInput: { command: "rm -rf build\n".repeat(6) } },
      options,
    };
    session.append({ from: "agent", message: { id: asked.toolCallId, method: "session/request_permission", params } });
    await frames(page, 1);
    const outcome = { outcome: "selected", optionId: "no" };
    session.append({ from: "client", message: { id: asked.toolCallId, result: { outcome } } });
    session.update({ sessionUpdate: "tool_call_update", toolCallId: asked.toolCallId, status: "failed" });
    say(session, "Then not.");
  } else if (choice < 0.7) {
    await page.setViewportSize({ width: 700 + Math.floor(random() * 600), height: 480 + Math.floor(random() * 400) });
  } else {
    return await toggle(page, random());
  }
  expect(!wasAtEnd || (await comesToEnd(page))).toBe(true);
  return false;
}

/** Clicks a header on the screen; it may move only where there is no room to stay. */
async function toggle(page: Page, share: number): Promise<boolean> {
  const { moved, isUnfolded } = await page.evaluate(async (chosen) => {
    const timeline = document.querySelector("[data-testid=timeline]");
    const nothing = { moved: 0, isUnfolded: false };
    if (!timeline) return nothing;
    const box = timeline.getBoundingClientRect();
    const headers = [...timeline.querySelectorAll<HTMLElement>(".call-card > [aria-expanded]")].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return top > box.top && bottom < box.bottom;
    });
    const header = headers[Math.floor(chosen * headers.length)];
    if (!header) return nothing;
    const before = header.getBoundingClientRect().top;
    header.click();
    for (let frame = 0; frame < 4; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const isAtEdge = timeline.scrollTop <= 0 || timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 2;
    const isFree = !isAtEdge && header.isConnected;
    return {
      moved: isFree ? Math.abs(header.getBoundingClientRect().top - before) : 0,
      isUnfolded: header.getAttribute("aria-expanded") === "true",
    };
  }, share);
  expect(moved).toBeLessThan(2);
  return isUnfolded;
}

async function toEnd(page: Page): Promise<void> {
  expect(await comesToEnd(page, true)).toBe(true);
}

/** Whether the end is in view and stays there for three frames, before many have been drawn. */
function comesToEnd(page: Page, isAsked = false): Promise<boolean> {
  return page.getByTestId("timeline").evaluate(async (element, mayClick) => {
    for (let frame = 0, still = 0; frame < 300; frame += 1) {
      if (mayClick) element.parentElement?.querySelector<HTMLElement>(":scope > button")?.click();
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = element.scrollHeight - element.scrollTop - element.clientHeight < 2 ? still + 1 : 0;
      if (still === 3) return true;
    }
    return false;
  }, isAsked);
}

function distance(page: Page): Promise<number> {
  return page.getByTestId("timeline").evaluate(async (element) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return element.scrollHeight - element.scrollTop - element.clientHeight;
  });
}

async function frames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (most) => {
    for (let frame = 0; frame < most; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
  }, count);
}

function topOf(locator: ReturnType<Page["getByRole"]>): Promise<number> {
  return locator.evaluate((element) => element.getBoundingClientRect().top);
}
