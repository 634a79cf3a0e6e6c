import { createGate, text, toolCall } from "@tenon/testkit/model";
import { expect, it } from "vitest";

import { allowByKey, beginSession, call, type Play, promptsOf, rowsOf, say, signIn } from "./play.ts";

export function sharing(played: () => Play): void {
  it("[M-02] [M-04] [I-01] [C19] two pages on one session see the same, either may answer, prompts queue and say whose they are", async () => {
    const { stage, gateway } = played();
    await using visitor = await stage.visitor({ viewport: { width: 1280, height: 1600 } });
    const desk = visitor.page;
    await signIn(desk, gateway);
    await beginSession(desk, { folder: gateway.project });
    const phone = await desk.context().newPage();
    await phone.goto(desk.url());
    await phone.getByRole("heading", { name: "Untitled session" }).waitFor();

    const middle = createGate();
    gateway.answer(
      [text("Said to both. "), middle, toolCall("write_file", { path: "notes.txt", content: "Forty-two\n" })],
      text("Written."),
      text("To the phone."),
      text("To the desk."),
    );
    await say(desk, PROMPTS[0]);
    for (const page of [desk, phone]) await page.getByText("Said to both.").waitFor();
    await say(phone, PROMPTS[1]);
    for (const page of [desk, phone]) {
      await page.getByRole("list", { name: "Queue" }).getByText(PROMPTS[1]).waitFor();
    }
    await say(desk, PROMPTS[2]);
    for (const page of [desk, phone]) {
      await page.getByRole("list", { name: "Queue" }).getByRole("listitem").nth(1).getByText(PROMPTS[2]).waitFor();
    }
    middle.open();

    const asked = [desk, phone].map((page) => call(page, "Write notes.txt"));
    for (const card of asked) await card.locator("button:enabled", { hasText: "Allow once" }).waitFor();
    await allowByKey(call(phone, "Write notes.txt"));
    for (const card of asked) {
      const page = card.page();
      await card.getByRole("region", { name: "Permission for this call" }).waitFor({ state: "detached" });
      await page.getByText("To the desk.").waitFor();
      await card.getByText(/^Answered by .*page.*: Allow once$/iu).waitFor();
      expect(await promptsOf(page)).toEqual(PROMPTS);
      const second = page.locator("article[data-type=user-message]").filter({ hasText: PROMPTS[1] });
      expect(await second.innerText()).toMatch(/page.*\s+Two, from the phone/iu);
      expect(await page.getByRole("list", { name: "Queue" }).count()).toBe(0);
    }
    expect(await rowsOf(phone)).toEqual(await rowsOf(desk));
    expect(visitor.complaints).toEqual([]);
  });
}

const PROMPTS = ["One, from the desk", "Two, from the phone", "Three, from the desk"] as const;
