/**
 * What browser tests play on: the page, built once, and one browser for all of them.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { build } from "vite";

import { type FakeGateway, startFakeGateway } from "./fake-gateway.ts";

export interface Stage extends AsyncDisposable {
  /** A gateway, and a page that is not open yet. */
  scene(options?: BrowserContextOptions): Promise<Scene>;
}

export interface Scene extends AsyncDisposable {
  readonly gateway: FakeGateway;
  readonly page: Page;
  /** What the browser complained of: errors, and what the page's policy refused. */
  readonly complaints: readonly string[];
  /** Opens the page signed in, at an address of its own. */
  open(path?: string): Promise<void>;
}

export async function openStage(executablePath: string): Promise<Stage> {
  const pageFolder = await mkdtemp(join(tmpdir(), "tenon-page-"));
  const configFile = fileURLToPath(new URL("../../vite.config.ts", import.meta.url));
  await build({ configFile, logLevel: "error", build: { outDir: pageFolder, emptyOutDir: true } });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  return {
    scene: (options) => openScene(browser, pageFolder, options),
    async [Symbol.asyncDispose]() {
      await browser.close();
      await rm(pageFolder, { recursive: true, force: true });
    },
  };
}

async function openScene(browser: Browser, pageFolder: string, options: BrowserContextOptions = {}): Promise<Scene> {
  const gateway = await startFakeGateway({ pageFolder });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  // The test's own limit is the one that counts.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("console", (message) => {
    // A socket that cannot be opened while the gateway is away, or a request without a token, is no fault of the page.
    if (message.type() === "error" && !/WebSocket|Failed to load resource/u.test(message.text())) {
      complaints.push(message.text());
    }
  });
  return {
    gateway,
    page,
    complaints,
    async open(path = "/") {
      await page.goto(`${gateway.url}${path}#token=${gateway.token}`);
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await gateway.close();
    },
  };
}
