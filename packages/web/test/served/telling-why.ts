import { execFile } from "node:child_process";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { stdioServer } from "@tenon/testkit/mcp";
import { expect, it } from "vitest";

import { startProtectedServer } from "../support/protected-server.ts";
import { FRAGILE_AGENT } from "./losing-agents.ts";
import { beginSession, type Play, say, signIn } from "./play.ts";

const program = fileURLToPath(new URL("../fixtures/locked-agent.mjs", import.meta.url));
export const LOCKED_AGENT = `"${process.execPath}" "${program}"`;

export function tellingWhy(played: () => Play): void {
  it("[B5] an agent wants a sign-in: its ways are buttons and commands, and the session starts without typing anything again", async () => {
    const { stage, gateway } = played();
    await using visitor = await stage.visitor();
    const { page } = visitor;
    await signIn(page, gateway);
    const dialog = page.getByRole("dialog");
    const needed = dialog.getByRole("region", { name: /^Sign in to/u });
    const open = async () => {
      await page.getByRole("button", { name: /^New/u }).first().click();
      await dialog.getByRole("combobox", { name: "Agent", exact: true }).selectOption(LOCKED_AGENT);
      await dialog.getByLabel("Folder").fill(gateway.project);
      await dialog.getByRole("button", { name: "Start" }).click();
      await needed.waitFor();
    };

    await open();
    await needed.getByText("Opens acme.example").waitFor();
    const command = (await needed.locator("code").textContent()) ?? "";
    expect(command).toBe(`${process.execPath} ${program} login`);
    await needed.getByRole("button", { name: "Sign in with Acme" }).click();
    await page.waitForURL(/\/s\//u);
    await page.goto(gateway.url);

    // Another connection has another agent, which knows nothing of that.
    await open();
    await promisify(execFile)("sh", ["-c", command], { env: { HOME: gateway.home } });
    await dialog.getByRole("button", { name: "Try again" }).click();
    await page.waitForURL(/\/s\//u);
    await rm(join(gateway.home, ".locked-agent"));
    await page.goto(gateway.url);
    const known = page
      .getByRole("region", { name: "Agents" })
      .getByRole("listitem")
      .filter({ hasText: "locked-agent" });
    await known.getByText("version 3.2.1 · signed in").waitFor();
  });

  it("[A1] [A3] [B6] [B7] servers that need the person, with our agent and another: a sign-in in a tab of the click that comes back to the gateway, a review of a project's server, and an address that does not resolve", async () => {
    const { stage, gateway } = played();
    await using remote = await startProtectedServer();
    await using local = await stdioServer({ tools: [{ name: "echo" }] });
    const file = join(gateway.project, ".mcp.json");
    const entry = { command: local.command, args: local.args, env: { API_KEY: "very-secret" } };
    await writeFile(file, JSON.stringify({ mcpServers: { notes: entry } }));
    await using visitor = await stage.visitor({ viewport: { width: 1500, height: 1200 } });
    const { page } = visitor;
    await signIn(page, gateway);
    const panel = page.getByRole("complementary", { name: "Panel" });
    const card = (name: string) => panel.getByRole("listitem", { name });

    await beginSession(page, { folder: gateway.project, server: { name: "remote", command: remote.url } });
    await card("remote").getByText(`Needs sign-in · ${remote.host}`).waitFor();
    expect(await panel.getByText("/authorize").count()).toBe(0);
    const tabs = page.context().waitForEvent("page");
    await card("remote").getByRole("button", { name: "Sign in" }).click();
    const tab = await tabs;
    await tab.getByText("Signed in. You can close this window.").waitFor();
    expect(tab.url()).toMatch(`${gateway.url}/callback?`);
    await card("remote").getByRole("button", { name: "2 tools" }).waitFor();
    expect(await page.getByRole("region", { name: "Question" }).count()).toBe(0);
    await tab.close();

    await card("notes").getByRole("button", { name: "Review and trust…" }).click();
    const review = page.getByRole("dialog", { name: "Trust notes?" });
    await review.getByText(file).waitFor();
    await review.getByRole("listitem").filter({ hasText: "env.API_KEY" }).getByText("value not shown").waitFor();
    expect(await review.getByText("very-secret").count()).toBe(0);
    await review.getByRole("button", { name: "Not now" }).click();
    await card("notes").getByRole("button", { name: "Review and trust…" }).click();
    await review.getByRole("button", { name: "Trust", exact: true }).click();
    await review.waitFor({ state: "detached" });
    await card("notes").getByRole("button", { name: "1 tool" }).waitFor();
    await writeFile(
      file,
      JSON.stringify({ mcpServers: { notes: { ...entry, env: { API_KEY: "another", MORE: "1" } } } }),
    );
    await card("notes").getByRole("button", { name: "Review and trust…" }).click();
    await review.getByText("It has changed since you trusted it.").waitFor();
    await review
      .getByRole("listitem")
      .filter({ hasText: "env.API_KEY" })
      .getByText("changed", { exact: true })
      .waitFor();
    await review.getByRole("listitem").filter({ hasText: "env.MORE" }).getByText("new", { exact: true }).waitFor();
    await review.getByRole("button", { name: "Not now" }).click();
    await panel.getByRole("button", { name: "Attach a server" }).click();
    await panel.getByLabel("Server name").fill("nowhere");
    await panel.getByLabel("Command or address").fill("https://does-not-exist.invalid/mcp");
    await panel.getByRole("button", { name: "Attach", exact: true }).click();
    await card("nowhere")
      .getByText(/does-not-exist\.invalid/u)
      .first()
      .waitFor();
    // [PC2] The PATH stands on the card, and not in the conversation too.
    await panel.getByRole("button", { name: "Attach a server" }).click();
    await panel.getByLabel("Server name").fill("broken");
    await panel.getByLabel("Command or address").fill("no-such-command-here");
    await panel.getByRole("button", { name: "Attach", exact: true }).click();
    await card("broken").getByText(`PATH: ${process.env["PATH"]}`).waitFor();
    const notice = page.getByRole("article").filter({ hasText: "broken could not be connected" });
    await notice.getByText("no such command on the PATH it was given.").waitFor();
    expect(await notice.textContent()).not.toContain("PATH: ");
    expect((await notice.boundingBox())?.height).toBeLessThan(150);

    // Another agent, which knows of none of this.
    remote.expire();
    await page.goto(gateway.url);
    // The form still has the server.
    await beginSession(page, { folder: gateway.project, agent: FRAGILE_AGENT });
    const again = page.context().waitForEvent("page");
    await card("remote").getByRole("button", { name: "Sign in" }).click();
    await (await again).getByText("Signed in. You can close this window.").waitFor();
    await card("remote").getByRole("button", { name: "2 tools" }).waitFor();
    await card("notes").getByRole("button", { name: "Review and trust…" }).waitFor();
    await expect
      .poll(() => card("remote").getByRole("list", { name: "Receipt" }).innerText())
      .toMatch(/^declared.*started.*listed/su);
    await panel.getByRole("tab", { name: "Wire" }).click();
    await panel.getByRole("region", { name: "Messages" }).getByText("_tenon/receipts answer").first().waitFor();
    expect(await panel.getByText("_tenon/receipts error").count()).toBe(0);
    await panel.getByLabel("Protocol").selectOption({ label: "MCP: remote" });
    const listing = panel.getByRole("region", { name: "Messages" }).getByText("tools/list");
    await listing.first().waitFor();
    await panel.getByText(/^[1-9]\d* messages$/u).waitFor();
    await rm(file);

    // Nor of a server that comes later.
    await panel.getByRole("tab", { name: "Tools" }).click();
    await panel.getByRole("button", { name: "Attach a server" }).click();
    await panel.getByLabel("Server name").fill("later");
    await panel.getByLabel("Command or address").fill([local.command, ...local.args].join(" "));
    await panel.getByRole("button", { name: "Attach", exact: true }).click();
    await card("later").getByRole("button", { name: "1 tool" }).waitFor();
    await card("later").getByRole("button", { name: "Actions of later" }).click();
    await page.getByRole("menuitem", { name: "Detach" }).click();
    await card("later").waitFor({ state: "detached" });
    await say(page, "thanks");
    await page.getByText("Heard: thanks").waitFor();
  });
}
