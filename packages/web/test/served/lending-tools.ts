/**
 * Tools of the device in front of the person: the agent calls them, and the page asks.
 */

import { text, toolCall } from "@tenon/testkit/model";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";

import { allowByKey, beginSession, call, type Play, say, signIn } from "./play.ts";

const FORM = {
  message: "Which colour?",
  schema: { type: "object", properties: { colour: { type: "string", title: "Colour" } }, required: ["colour"] },
};

export function lendingTools(played: () => Play): void {
  it("[R121] the page lends a choice of files and a form, and again after it was reloaded", async () => {
    const { stage, gateway } = played();
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await signIn(page, gateway);
    await beginSession(page, { folder: gateway.project });
    gateway.answer(
      toolCall("mcp__device__pick_file", { purpose: "The list of members", accept: ".csv" }),
      toolCall("mcp__device__ask_form", FORM),
      text("Thank you."),
    );
    await say(page, "Take my list");
    await allowByKey(call(page, "device: Pick a file"));
    await pick(page, "The list of members", { name: "members.csv", text: "Ada,1815" });
    await allowByKey(call(page, "device: Ask with a form"));
    await page.getByRole("region", { name: "Question" }).getByLabel("Colour").fill("green");
    await page.getByRole("button", { name: "Send Alt" }).click();
    await page.getByText("Thank you.").waitFor();
    expect(lastSent(gateway)).toMatch(/members\.csv, 8 bytes[^]*Ada,1815[^]*accept[^]*green/u);

    await page.reload();
    gateway.answer(toolCall("mcp__device__pick_file", { purpose: "Another list" }), text("Thanks again."));
    await say(page, "And another");
    await allowByKey(call(page, "device: Pick a file").last());
    await page.getByRole("button", { name: "Decline" }).click();
    await page.getByText("Thanks again.").waitFor();
    expect(lastSent(gateway)).toContain("The user has chosen no file.");
    expect(visitor.complaints).toEqual([]);
  });
}

async function pick(page: Page, purpose: string, file: { readonly name: string; readonly text: string }) {
  const question = page.getByRole("region", { name: "Question" });
  await question.getByText(purpose).waitFor();
  const chooser = page.waitForEvent("filechooser");
  await question.getByRole("button", { name: "Choose a file" }).click();
  const { name, text: content } = file;
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
}

/** What the model was sent last. */
function lastSent({ requests }: Play["gateway"]): string {
  return JSON.stringify(requests().at(-1));
}
