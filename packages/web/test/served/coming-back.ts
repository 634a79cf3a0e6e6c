import { createGate, text } from "@tenon/testkit/model";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { layPhoneLine } from "../support/phone-line.ts";
import { beginSession, type Play, promptsOf, say, signIn } from "./play.ts";

export function comingBack(played: () => Play): void {
  it("[M-01] the network goes in the middle of a stream and returns: nothing is lost, nothing there twice", async () => {
    const { stage, gateway } = played();
    await using line = await layPhoneLine(gateway.url);
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await signIn(page, { token: gateway.token, url: line.url });
    await beginSession(page, { folder: gateway.project });
    const [before, during] = [createGate(), createGate()];
    gateway.answer([chunks(0), before, chunks(1), during, chunks(2)], text("The second answer."));
    await say(page, "Count");
    await page.getByText("chunk 19 ").waitFor();
    line.cut();
    await page.getByText("Connection lost").waitFor();
    before.open();
    await during.reached;
    await say(page, "Written without a network");
    await page.getByRole("list", { name: "Queue" }).getByText("Queued").waitFor();
    line.mend();
    await page.getByText("chunk 39 ").waitFor();
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    during.open();
    await page.getByText("The second answer.").waitFor();
    expect(await numbersIn(page)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    expect(await promptsOf(page)).toEqual(["Count", "Written without a network"]);
    expect(visitor.complaints).toEqual([]);
  });

  it("[M-01] the gateway is killed in the middle of a turn and started again: the page goes on with it", async () => {
    const { stage, gateway } = played();
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await signIn(page, gateway);
    await beginSession(page, { folder: gateway.project });
    gateway.answer([chunks(0), createGate()], text("Here we are again."));
    await say(page, "Count");
    await page.getByText("chunk 19 ").waitFor();
    await gateway.kill();
    await page.getByText("Connection lost").waitFor();
    await gateway.start();
    await page.getByText("Interrupted: the agent exited").waitFor();
    await page.getByText("Connection lost").waitFor({ state: "detached" });
    await say(page, "Go on");
    await page.getByText("Here we are again.").waitFor();
    expect(await numbersIn(page)).toEqual(Array.from({ length: 20 }, (_, index) => index));
    expect(await promptsOf(page)).toEqual(["Count", "Go on"]);
    expect(visitor.complaints).toEqual([]);
  });
}

/** Twenty of them. */
function chunks(part: number) {
  return text(...Array.from({ length: 20 }, (_, index) => `chunk ${part * 20 + index} `));
}

async function numbersIn(page: Page): Promise<readonly number[]> {
  const words = await page.getByRole("article", { name: "Agent" }).allTextContents();
  return [...words.join(" ").matchAll(/chunk (\d+)/gu)].map(([, number]) => Number(number));
}
