/**
 * What the tests with a real gateway share: one browser, one gateway, and the steps of a session as a person takes them.
 */

import type { Locator, Page } from "playwright-core";

import type { ServedGateway } from "../support/served-gateway.ts";
import type { Stage } from "../support/stage.ts";

export interface Play {
  readonly stage: Stage;
  readonly gateway: ServedGateway;
}

export interface NewSession {
  readonly folder: string;
  /** Defaults to ours. */
  readonly agent?: string;
  readonly mode?: string;
  readonly server?: { readonly name: string; readonly command: string };
}

/** Signed in, at the list of sessions. */
export async function signIn(page: Page, { token, url }: { readonly token: string; readonly url: string }) {
  await page.goto(`${url}/#token=${token}`);
  await page.getByRole("button", { name: "New session" }).waitFor();
}

/** By the dialog. */
export async function beginSession(page: Page, { folder, agent = "tenon", mode, server }: NewSession): Promise<void> {
  await page.getByRole("button", { name: /^New/u }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Agent", exact: true }).selectOption(agent);
  await dialog.getByLabel("Folder").fill(folder);
  if (mode !== undefined) await dialog.getByRole("combobox", { name: "Mode", exact: true }).selectOption(mode);
  if (server) {
    await dialog.getByRole("button", { name: "Add a server" }).click();
    await dialog.getByLabel("Server name").fill(server.name);
    await dialog.getByLabel("Server command").fill(server.command);
  }
  await dialog.getByRole("button", { name: "Start" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForURL(/\/s\//u);
  await page.getByRole("heading", { name: "Untitled session" }).waitFor();
}

export async function say(page: Page, words: string): Promise<void> {
  const composer = page.getByLabel("Message", { exact: true });
  await composer.fill(words);
  await composer.press("Enter");
}

export function call(page: Page, title: string): Locator {
  return page.getByRole("article", { name: `Tool call: ${title}` });
}

/** Once the call asks, and takes an answer: a key that is pressed before the question could be read does not count. */
export async function allowByKey(card: Locator): Promise<void> {
  await card.locator("button:enabled", { hasText: "Allow once" }).waitFor();
  await card.page().keyboard.press("Alt+y");
}

/** What the page shows, row by row: the kind, and the text of messages. */
export async function rowsOf(page: Page): Promise<readonly string[]> {
  return await page.getByRole("article").evaluateAll((rows) =>
    rows.map((row) => {
      const words = row.getAttribute("data-type") === "agent-message" ? row : row.querySelector("p");
      return row.getAttribute("data-type")?.endsWith("message")
        ? `${row.ariaLabel}: ${words?.textContent?.trim()}`
        : (row.ariaLabel ?? "");
    }),
  );
}

/** The words of the user, in the order in which the session has them. */
export async function promptsOf(page: Page): Promise<readonly string[]> {
  return await page.locator("article[data-type=user-message] p").allTextContents();
}
