/**
 * Takes the pictures of the documentation: each view in light, in dark, on a phone and in Chinese, for which the machine
 * needs a font with Chinese. `npm run screenshots [view|all] [look]`.
 */

import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { createTranslate, type Translate } from "@tenon/basis";
import type { Page } from "playwright-core";

import { zh } from "../src/language/zh.ts";
import { findChromium } from "./support/find-chromium.ts";
import { openPeopleViews } from "./support/people-views.ts";
import { fillWithCalls, permissionQuestion } from "./support/sample-calls.ts";
import { fillWithEverything } from "./support/sample-session.ts";
import { TOOL_METHODS } from "./support/sample-tools.ts";
import { openStage, type Scene } from "./support/stage.ts";
import type { Visitor } from "./support/visitor.ts";

interface View {
  readonly name: string;
  readonly path: string;
  /** Before the picture is taken. */
  readonly arrange?: (scene: Scene, look: Look) => Promise<void>;
}

interface Look {
  readonly isPhone: boolean;
  /** A text of the page, in its language. */
  readonly say: Translate;
}

const VIEWS: readonly View[] = [
  { name: "welcome", path: "/" },
  { name: "session", path: "/s/s1", arrange: showPanel },
  {
    name: "permission",
    path: "/s/s2",
    arrange: async ({ page, gateway }, { say }) => {
      await page.getByText(say("Waiting for permission.")).waitFor();
      void gateway.acp.ask("session/request_permission", permissionQuestion("s2"));
      await page
        .locator("button:enabled", { hasText: say("Allow once") })
        .first()
        .waitFor();
    },
  },
  { name: "receipts", path: "/s/s2", arrange: showPanel },
  {
    name: "try",
    path: "/s/s2",
    arrange: async (scene, look) => {
      const { say } = look;
      await showPanel(scene, look);
      const { page } = scene;
      await page.getByRole("button", { name: say("{count} tools", { count: 26 }) }).click();
      const list = page.getByRole("list", { name: say("Tools of {server}", { server: "github" }) });
      const tool = list.getByRole("listitem").last();
      await tool.getByRole("button", { name: say("Try") }).click();
      await tool.getByLabel("repo").fill("ada/engine");
      await tool.getByRole("button", { name: say("Call") }).click();
      await tool.getByText("#42 Back off").waitFor();
    },
  },
  {
    name: "wire",
    path: "/s/s2",
    arrange: async (scene, look) => {
      await showPanel(scene, look);
      await scene.page.getByRole("tab", { name: look.say("Wire") }).click();
      await scene.page.getByRole("region", { name: look.say("Messages") }).waitFor();
    },
  },
  {
    name: "search",
    path: "/s/s1",
    arrange: async ({ page }, { say }) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: say("Search for anything") }).fill("retr");
      await page.getByRole("option", { name: /retr/u }).nth(1).waitFor();
    },
  },
  {
    name: "find",
    path: "/s/s1",
    arrange: async ({ page }, { say }) => {
      await page.keyboard.press("Control+f");
      await page.getByLabel(say("Find in this session")).fill("retry");
      await page.getByRole("status").filter({ hasText: /\d/u }).waitFor();
    },
  },
  { name: "failed", path: "/s/s3", arrange: async ({ page }, { say }) => page.getByLabel(say("Why")).waitFor() },
  {
    name: "new-session",
    path: "/",
    arrange: async ({ page }, { say }) => {
      await page.getByRole("button", { name: say("New session") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("combobox").first().selectOption("gemini");
      await dialog.getByRole("button", { name: say("What to expect") }).click();
      await dialog.getByRole("combobox", { name: say("Folder") }).fill("/home/ada/");
      await page.getByRole("listbox", { name: say("Folders") }).waitFor();
    },
  },
  {
    name: "paste-servers",
    path: "/",
    arrange: async ({ page }, { say }) => {
      await page.getByRole("button", { name: say("New session") }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("button", { name: say("Paste mcp.json") }).click();
      await dialog.getByLabel("mcp.json").fill(MCP_JSON);
    },
  },
];

const MCP_JSON = `{
  "mcpServers": {
    "notes": { "command": "npx", "args": ["-y", "notes-server"] }
  }
}`;

const LOOKS = [
  { name: "light", options: { viewport: { width: 1440, height: 900 }, isAlone: true } },
  { name: "dark", options: { viewport: { width: 1440, height: 900 }, isAlone: true, colorScheme: "dark" } },
  { name: "phone", options: { isPhone: true } },
  { name: "zh", options: { viewport: { width: 1440, height: 900 }, locale: "zh-CN" } },
] as const;

const folder = fileURLToPath(new URL("../../../docs/images/page/", import.meta.url));
const [view = "all", look] = process.argv.slice(2);
const only = view === "all" ? undefined : view;
await mkdir(folder, { recursive: true });
await using stage = await openStage((await findChromium()) ?? "");
for (const { name, options } of LOOKS.filter((each) => look === undefined || each.name === look)) {
  for (const view of VIEWS) {
    if (only !== undefined && view.name !== only) continue;
    await using scene = await stage.scene({ ...options, hasColours: true });
    fill(scene);
    await scene.open(view.path);
    await scene.page.locator("main").waitFor();
    if (view.path !== "/") await scene.page.getByRole("article").last().waitFor();
    await view.arrange?.(scene, {
      isPhone: name === "phone",
      say: name === "zh" ? createTranslate("zh", zh) : createTranslate(),
    });
    await scene.page.waitForLoadState("networkidle");
    await scene.page.evaluate(() => document.fonts.ready);
    await scene.page.screenshot({ path: `${folder}${view.name}-${name}.png`, animations: "disabled" });
  }
}

if (look === undefined && (only === undefined || /^(?:share|viewer|admin)/u.test(only))) {
  await using people = await openPeopleViews(stage);
  for (const { name, options } of LOOKS.filter((look) => look.name !== "zh")) {
    await using visitors = new AsyncDisposableStack();
    const visitorOf = new Map<string, Visitor>();
    for (const view of people.views) {
      if (only !== undefined && view.name !== only) continue;
      const visitor = visitorOf.get(view.as) ?? visitors.use(await stage.visitor({ isAlone: true, ...options }));
      visitorOf.set(view.as, visitor);
      await view.show(visitor.page);
      await visitor.page.evaluate(() => document.fonts.ready);
      await visitor.page.screenshot({ path: `${folder}${view.name}-${name}.png`, animations: "disabled" });
    }
  }
}

function fill({ gateway }: Scene): void {
  gateway.acp.extensions = TOOL_METHODS;
  fillWithEverything(gateway.add({ id: "s1", title: "Make the retries back off", agentTitle: "Tenon" }));
  fillWithCalls(gateway.add({ id: "s2", title: "Publish the engine", agent: "gemini", agentTitle: "Gemini CLI" }));
  const failed = gateway.add({
    id: "s3",
    title: "Rename the client",
    agent: "claude",
    agentTitle: "Claude",
    cwd: "/home/ada/site",
  });
  const prompt = [{ type: "text", text: "Rename HttpClient to Client everywhere." }];
  failed.append({ from: "client", message: { id: 1, method: "session/prompt", params: { prompt } } });
  const reason = 'The agent "claude" exited with code 7. The end of its stderr:\nError: spawn ENOMEM';
  failed.append({ from: "tenon", message: { type: "interruption", reason } });
}

async function showPanel({ page }: { readonly page: Page }, { isPhone, say }: Look): Promise<void> {
  const hidden = page.getByRole("button", { name: say("Show panel") });
  await hidden.or(page.getByRole("button", { name: say("Hide panel") })).waitFor();
  if (isPhone || (await hidden.count()) > 0) await hidden.click();
  await page.getByRole("tab").first().waitFor();
  await page
    .getByRole("list", { name: say("Servers") })
    .last()
    .waitFor();
}
