/**
 * The page for several people, in a real browser, against `tenon serve` as a process and a real identity provider: signing in,
 * sharing, what each role sees, and the administration.
 */

import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { text } from "@tenon/testkit/model";
import { startProvider } from "@tenon/testkit/openid";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { beginSession, say } from "./served/play.ts";
import { findChromium } from "./support/find-chromium.ts";
import { type People, peopleOf } from "./support/people.ts";
import { serveGateway, type ServedGateway } from "./support/served-gateway.ts";
import { openStage, type Stage } from "./support/stage.ts";

const chromium = await findChromium();

describe.skipIf(chromium === undefined)(`The page and several people (${chromium ?? "there is no Chromium"})`, () => {
  const open = new AsyncDisposableStack();
  let stage: Stage;
  let gateway: ServedGateway;
  let people: People;
  beforeAll(async () => {
    stage = open.use(await openStage(chromium ?? ""));
    const { gatewayPort: port, options, ...provider } = await startProvider();
    open.use(provider);
    const words = async (folder: string) => {
      const file = join(folder, "secret");
      await writeFile(file, options.clientSecret);
      return ["--oidc", options.issuer.href, "--oidc-client", options.clientId, "--oidc-secret-file", file];
    };
    gateway = open.use(await serveGateway({ port, words }));
    people = peopleOf(gateway);
  });
  afterAll(() => open.disposeAsync());

  it("a share link leads through the sign-in of the organisation into its session, read-only for a viewer", async () => {
    await using desk = await stage.visitor({ isAlone: true });
    await desk.page.goto(people.address("/", await people.add("Olga")));
    const sessionId = await begin(desk.page, gateway);
    await desk.page.getByRole("button", { name: "Share this session" }).click();
    const dialog = desk.page.getByRole("dialog");
    await dialog.getByText("Olga (you)").waitFor();
    await dialog.getByRole("button", { name: "Create link" }).click();
    const link = await dialog.getByLabel("Link to this session").inputValue();
    expect(link).toMatch(/\/join#[\w-]{20,}$/u);

    await using visitor = await stage.visitor({ isAlone: true });
    const { page } = visitor;
    await page.goto(link);
    await page.getByRole("link", { name: /^Sign in with 127\.0\.0\.1/u }).click();
    await page.getByPlaceholder("Enter any login").fill("alice");
    await page.getByPlaceholder("and password").fill("x");
    await page.getByRole("button", { name: "Sign-in" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`**/s/${sessionId}`);
    await page.getByRole("note", { name: "Read-only" }).getByText("shared with you to look at").waitFor();
    expect(await page.getByLabel("Message", { exact: true }).count()).toBe(0);
    // Her name is in the menu, and the owner sees her and makes her a collaborator while she looks.
    await page.getByRole("button", { name: "Account: Alice Adams" }).waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await desk.page.getByRole("button", { name: "Share this session" }).click();
    await dialog.getByLabel("Role of Alice Adams").selectOption("collaborator");
    await page.getByLabel("Message", { exact: true }).waitFor();
    // Removed, she sees nothing of it any more.
    await dialog.getByRole("button", { name: "Remove Alice Adams" }).click();
    const question = desk.page.getByRole("dialog", { name: "Remove Alice Adams?" });
    await question.getByRole("button", { name: "Remove" }).click();
    await page.locator("nav").getByText("No sessions yet.").waitFor();
    await page.getByRole("button", { name: "Account: Alice Adams" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("Token").waitFor();
    expect([...desk.complaints, ...visitor.complaints]).toEqual([]);
  });

  it("shows each role what it may do, and no more", async () => {
    const owner = await people.add("Owen");
    let sessionId = "";
    for (const [role, expected] of Object.entries(SEEN)) {
      const kind = role === "administrator" || role === "guest" ? role : "member";
      const someone = role === "owner" ? owner : await people.add(`A ${role}`, kind);
      const shared = SHARED.find((each) => each === role) ?? (role === "guest" ? "viewer" : undefined);
      if (shared) await people.share(sessionId, someone, shared);
      await using visitor = await stage.visitor();
      const { page } = visitor;
      await page.goto(people.address(role === "owner" ? "/" : `/s/${sessionId}`, someone));
      await page.getByRole("button", { name: /^Account:/u }).waitFor();
      if (role === "owner") sessionId = await begin(page, gateway);
      const isHidden = expected === "not found";
      await (isHidden ? page.getByText("Session not found.") : page.getByRole("article").last()).waitFor();
      expect(`${role}: ${isHidden ? expected : await controlsOf(page)}`).toBe(`${role}: ${expected}`);
      await page.evaluate(() => history.pushState(null, "", "/admin"));
      const found = page.getByRole("heading", { name: "Administration" });
      await (role === "administrator" ? found : page.getByText("Not found.", { exact: true })).waitFor();
      expect(visitor.complaints).toEqual([]);
    }
  });

  it("is administered on a page of its own: people, tokens, machines, sessions and the audit", async () => {
    const bob = await people.add("Bob");
    await using visitor = await stage.visitor({ isAlone: true });
    const { page } = visitor;
    await page.goto(people.address("/", { token: gateway.token }));
    await page.getByRole("button", { name: /^Account:/u }).click();
    await page.getByRole("menuitem", { name: "Administration" }).click();
    await page.getByLabel("Role of Bob").selectOption("guest");
    await page.getByRole("button", { name: "What Bob may use" }).click();
    await page.getByLabel("Server processes").fill("7");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "What Bob may use" }).getByText("7 server processes").waitFor();
    expect(await people.ask(bob.token, "GET", "/api/me")).toMatchObject({ person: { name: "Bob", role: "guest" } });

    await page.getByRole("link", { name: "Tokens" }).click();
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByLabel("Name").fill("Zoë");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const token = await page.getByLabel("Token", { exact: true }).inputValue();
    expect(await people.ask(token, "GET", "/api/me")).toMatchObject({ person: { name: "Zoë", role: "member" } });
    await page.getByRole("button", { name: "Done" }).click();
    expect(await page.content()).not.toContain(token);
    await page.getByRole("button", { name: "Revoke a token of Zoë" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByRole("row", { name: /Zoë revoked/u }).waitFor();
    await expect(people.ask(token, "GET", "/api/me")).rejects.toThrow("401");

    await page.getByRole("link", { name: "Machines" }).click();
    await page.getByRole("table", { name: "Machines" }).getByRole("cell", { name: "running" }).waitFor();
    await page.getByRole("link", { name: "Sessions", exact: true }).click();
    await page.getByLabel("Search titles, owners").fill("owen");
    await expect.poll(() => page.getByRole("table", { name: "Sessions" }).getByRole("row").count()).toBe(2);

    await page.getByRole("link", { name: "Audit" }).click();
    await page.getByLabel("Search the audit").fill("zoë");
    await page.getByLabel("What").selectOption("token-create");
    // The header and one line.
    await page.getByRole("table", { name: "Audit" }).getByRole("row").nth(2).waitFor({ state: "detached" });
    await page.getByRole("cell", { name: "created a token" }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("tenon-audit.jsonl");

    await page.getByRole("link", { name: "People", exact: true }).click();
    await page.getByRole("button", { name: "Remove Bob" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Restore Bob" }).waitFor();
    await expect(people.ask(bob.token, "GET", "/api/me")).rejects.toThrow("401");
    expect(visitor.complaints).toEqual([]);
  });
});

const SHARED = ["collaborator", "prompter", "approver", "viewer"] as const;

/** Written down again, and not computed. The owner comes first, who begins the session. */
const SEEN = {
  owner: "composer, settings, share | Rename, Share, Fork, Export, Delete",
  outsider: "not found",
  guest: "note | Fork (disabled), Export, Leave",
  viewer: "note | Fork, Export, Leave",
  approver: "note | Fork, Export, Leave",
  prompter: "composer | Fork, Export, Leave",
  collaborator: "composer, settings | Fork, Export, Leave",
  administrator: "composer, settings, share | Rename, Share, Fork, Export, Delete",
};

/** A session with one turn. */
async function begin(page: Page, gateway: ServedGateway): Promise<string> {
  gateway.answer(text("Hello, all of you."));
  await beginSession(page, { folder: gateway.home });
  await say(page, "Hello");
  await page.getByText("Hello, all of you.").waitFor();
  return page.url().split("/").at(-1) ?? "";
}

/** What a person can do in the session that is open. */
async function controlsOf(page: Page): Promise<string> {
  const composer = page.getByLabel("Message", { exact: true });
  await composer
    .or(page.getByRole("note", { name: "Read-only" }))
    .first()
    .waitFor();
  const seen = [
    (await page.getByRole("note", { name: "Read-only" }).count()) > 0 && "note",
    (await composer.count()) > 0 && "composer",
    (await page.locator("main select:enabled").count()) > 0 && "settings",
    (await page.getByRole("button", { name: "Share this session" }).count()) > 0 && "share",
  ].filter((part) => part !== false);
  await page.getByRole("button", { name: "Session actions" }).click();
  await page.getByRole("menu").waitFor();
  const items = await page
    .getByRole("menuitem")
    .evaluateAll((found) =>
      found.map((item) => `${item.textContent}${item.ariaDisabled === "true" ? " (disabled)" : ""}`),
    );
  return `${seen.join(", ")} | ${items.join(", ")}`;
}
