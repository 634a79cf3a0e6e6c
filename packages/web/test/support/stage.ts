/**
 * What browser tests play on: the page, built, and one browser for all of them.
 */

import { chromium } from "playwright-core";

import { buildPage } from "../../../../tooling/build-page.ts";
import { type FakeGateway, startFakeGateway } from "./fake-gateway.ts";
import { type Visit, type Visitor, type VisitorOptions, visitsOf } from "./visitor.ts";

export interface Stage extends AsyncDisposable {
  readonly visitor: Visit;
  /** A scripted gateway, and a visitor who has not opened its page yet. */
  scene(options?: SceneOptions): Promise<Scene>;
}

export interface SceneOptions extends VisitorOptions {
  /** Code is highlighted. The browser compiles what does that for every page, which costs more than many a test. */
  readonly hasColours?: boolean;
}

export interface Scene extends Visitor {
  readonly gateway: FakeGateway;
  /** Opens the page signed in, at an address of its own. */
  open(path?: string): Promise<void>;
}

/** Served from this host, a page is no secure context. */
export const PLAIN_HOST = "tenon.test";

// No person looks at it, and its pages are ours: it need not imitate a graphics card, nor draw in a process of its own, nor
// have a process for each address.
const BROWSER_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--in-process-gpu",
  "--disable-site-isolation-trials",
  "--renderer-process-limit=1",
  // A name of this machine that is no secure context, as its address in a network is not.
  `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
];

export async function openStage(executablePath: string): Promise<Stage> {
  const pageFolder = await buildPage();
  const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS });
  // A page keeps what was loaded for one before it, so those with colours have another.
  const [visitor, visitorWithoutColours] = [visitsOf(browser), visitsOf(browser)];
  // Always the same, so that the browser compiles the page once and not for each scene.
  let port = 0;
  return {
    visitor,
    async scene({ hasColours = false, ...options } = {}) {
      const gateway = await startFakeGateway({ pageFolder, port, hasColours });
      port = Number(new URL(gateway.url).port);
      return openScene(gateway, await (hasColours ? visitor : visitorWithoutColours)(options));
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

function openScene(gateway: FakeGateway, visitor: Visitor): Scene {
  return {
    ...visitor,
    gateway,
    async open(path = "/") {
      await visitor.page.goto(`${gateway.url}${path}#token=${gateway.token}`);
    },
    async [Symbol.asyncDispose]() {
      await visitor[Symbol.asyncDispose]();
      await gateway.close();
    },
  };
}
