import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { beginSession, type Play, promptsOf, say, signIn } from "./play.ts";

const program = fileURLToPath(new URL("../fixtures/fragile-agent.mjs", import.meta.url));
export const FRAGILE_AGENT = `"${process.execPath}" "${program}"`;

export function losingAgents(played: () => Play): void {
  it("[A4] [B4] [B8] [B9] an agent exits: the page shows its exit code and last words, its sessions are loaded with the next prompt and show nothing twice, what was queued and what is being written in them stays, and a prompt that was not sent outlives a reload", async () => {
    const { stage, gateway } = played();
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await signIn(page, gateway);
    const place = { folder: gateway.project, agent: FRAGILE_AGENT };
    await beginSession(page, place);
    await say(page, "stream");
    await page.getByText("Heard: stream").waitFor();
    const streaming = page.url();
    await say(page, "queued at the crash");
    await page.getByRole("list", { name: "Queue" }).getByText("queued at the crash").waitFor();
    await page.getByLabel("Message", { exact: true }).fill("Half a sentence");
    await beginSession(page, place);
    await say(page, "crash");
    await page.getByText("Interrupted: the agent exited").waitFor();
    await page.getByLabel("Why").getByText("fatal: boom").waitFor();
    await say(page, "after the crash");
    await page.getByText("Heard: after the crash").waitFor();

    await page
      .getByRole("navigation")
      .locator(`a[href="${new URL(streaming).pathname}"]`)
      .click();
    await page.getByText("Interrupted: the agent exited").waitFor();
    const queued = page.getByRole("list", { name: "Queue" }).getByRole("listitem");
    await queued.filter({ hasText: "queued at the crash" }).getByText("Not sent").waitFor();
    expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("Half a sentence");
    await queued.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Heard: queued at the crash").waitFor();
    await queued.waitFor({ state: "detached" });
    await say(page, "go on");
    await page.getByText("Heard: go on").waitFor();
    expect(await promptsOf(page)).toEqual(["stream", "queued at the crash", "go on"]);
    expect(await page.getByText("Heard long ago").count()).toBe(0);

    await gateway.kill();
    await page.getByText("Connection lost").waitFor();
    await say(page, "written before the reload");
    await page.getByRole("list", { name: "Queue" }).getByText("Queued").waitFor();
    await gateway.start();
    await page.reload();
    await page.getByRole("list", { name: "Queue" }).getByText("written before the reload").waitFor();
  });
}
