/**
 * Many typings with the focus anywhere, while a question is open: none of them answers it.
 */

import { seededRandom } from "@tenon/testkit";
import type { CDPSession, Page } from "playwright-core";
import { describe, expect, it } from "vitest";

import { fillWithCalls, permissionQuestion } from "../support/sample-calls.ts";
import type { Stage } from "../support/stage.ts";

const TYPINGS = Number(process.env["PAGE_TYPINGS"] ?? 50);
const BETWEEN_ANSWERS = Math.min(TYPINGS, 100);
const SEED = 20_261_118;
const PATIENT = { timeout: 30_000 };
const SLOW = { timeout: 240_000 };
const WORDS = [
  "you should not do that",
  "yes",
  "no",
  "y1",
  "ny",
  "1 2 3",
  "say by",
  "  ",
  " yes",
  "no, 1 moment",
  "11",
];

export function typingBlindly(stage: () => Stage): void {
  describe("Typing", () => {
    it(`[A2] never answers: ${TYPINGS} typings with random focus and clicks (seed ${SEED})`, SLOW, async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1", title: "Asked" });
      fillWithCalls(session);
      await scene.open("/s/s1");
      await page.getByText("Waiting for permission.").waitFor();
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      await page.clock.install();
      const random = seededRandom(SEED);
      const keyboard = await page.context().newCDPSession(page);
      const answers: unknown[] = [];
      const ask = () =>
        void gateway.acp.ask("session/request_permission", permissionQuestion("s1")).then((one) => answers.push(one));
      ask();
      await page.locator("button:enabled", { hasText: "Allow once" }).waitFor();
      for (let typing = 0; typing < TYPINGS; typing += 1) {
        await page.evaluate(moveFocus, random());
        await type(keyboard, `${pick(WORDS, random())}${random() < 0.3 ? "\n" : ""}`);
        // The burst is over, and what was left of it would act now.
        await page.clock.fastForward(1_000);
        // As often as the clock says: a gateway that is silent for long would seem dead, and the page would connect anew.
        session.change({});
        if (answers.length > 0) break;
        if (typing % BETWEEN_ANSWERS === BETWEEN_ANSWERS - 1) await answerOnPurpose(page, answers);
        if (answers.splice(0).length > 0) ask();
      }
      expect(answers).toEqual([]);
      expect(await page.getByRole("dialog", { name: "New session" }).count()).toBe(0);
    });
  });
}

/** By its key with Alt, which is the one way that no sentence has. */
async function answerOnPurpose(page: Page, answers: readonly unknown[]): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(moveFocus, 0);
      await page.keyboard.press("Alt+n");
      await page.clock.fastForward(1_000);
      return answers.length;
    }, PATIENT)
    .toBe(1);
  expect(answers).toEqual([{ outcome: { outcome: "selected", optionId: "no" } }]);
}

/** In the browser: anywhere that takes the focus, an answer among it, or a click on something else. */
function moveFocus(choice: number): void {
  // A picture that a key has enlarged.
  document.querySelector<HTMLElement>("[role=dialog] [aria-label=Close]")?.click();
  const focus = (selector: string) => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)];
    found[Math.floor(choice * 7_919) % Math.max(1, found.length)]?.focus();
  };
  const ways = [
    () => focus("#composer"),
    () => (document.activeElement as HTMLElement | null)?.blur(),
    () => focus("article"),
    () => focus("article .call-card button, section[aria-label=Permission] button"),
    () => focus("[data-testid=timeline] .call-card :is(button, a, summary, pre), #composer ~ div :is(button, select)"),
    () => document.querySelector<HTMLElement>("main")?.click(),
    () => document.querySelector<HTMLElement>(".call-card > [aria-expanded]")?.click(),
    () => {},
  ];
  ways[Math.floor(choice * ways.length)]?.();
}

/** Real keys, sent without waiting between them, as a quick typist's. */
async function type(keyboard: CDPSession, text: string): Promise<void> {
  await Promise.all(
    text.split("").flatMap((character) => {
      const isEnter = character === "\n";
      const key = {
        key: isEnter ? "Enter" : character,
        code: isEnter ? "Enter" : codeOf(character),
        windowsVirtualKeyCode: isEnter ? 13 : character.toUpperCase().charCodeAt(0),
      };
      return [
        keyboard.send("Input.dispatchKeyEvent", { type: "keyDown", text: isEnter ? "\r" : character, ...key }),
        keyboard.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
      ];
    }),
  );
}

function codeOf(character: string): string {
  if (character === " ") return "Space";
  if (/\d/u.test(character)) return `Digit${character}`;
  return /[a-z]/u.test(character) ? `Key${character.toUpperCase()}` : "Comma";
}

function pick<Value>(values: readonly Value[], share: number): Value | undefined {
  return values[Math.floor(share * 1_000) % values.length];
}
