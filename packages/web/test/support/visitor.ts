/**
 * A person at a browser: a page that is not open yet, and the errors that the browser reports.
 *
 * A page of its own for everybody would be two new processes each, which cost more than most of the tests: one after another
 * they sit down at the same page, which is left as it was found. Those who need another kind of browser get one.
 */

import type { Browser, Page } from "playwright-core";

export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  /** What the browser complained of: errors, and what the page's policy refused. */
  readonly complaints: readonly string[];
}

export interface VisitorOptions {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
  readonly isPhone?: boolean;
  /** The browser's language. */
  readonly locale?: string;
  /** For tests that change the browser in a way that cannot be undone. */
  readonly isAlone?: boolean;
}

export type Visit = (options?: VisitorOptions) => Promise<Visitor>;

export function visitsOf(browser: Browser): Visit {
  let free: Page | undefined;
  return async ({ viewport = DESK, colorScheme = "light", isPhone = false, isAlone = false, locale } = {}) => {
    if (isPhone || isAlone || locale !== undefined) {
      const page = await newPage(browser, { ...(isPhone ? PHONE : { viewport }), ...(locale && { locale }) });
      await page.emulateMedia({ colorScheme });
      return { page, complaints: hear(page).complaints, [Symbol.asyncDispose]: () => page.context().close() };
    }
    const page = free ?? (await newPage(browser));
    free = undefined;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    const { complaints, stop } = hear(page);
    return {
      page,
      complaints,
      async [Symbol.asyncDispose]() {
        stop();
        try {
          await leave(page);
          free = page;
        } catch {
          // Whatever has become of it: the next one gets another.
          await page.context().close();
        }
      },
    };
  };
}

const DESK = { width: 1280, height: 800 };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

async function newPage(browser: Browser, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  const context = await browser.newContext(options);
  // Just below the limit of a test, so that a failure names the step that it waited for.
  context.setDefaultTimeout(50_000);
  return await context.newPage();
}

/** Nothing of this visit is there in the next one. */
async function leave(page: Page): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  if (page.url().startsWith("http")) await page.evaluate(forgetAll);
  await page.goto("about:blank");
  await context.clearCookies();
}

function forgetAll(): void {
  localStorage.clear();
  sessionStorage.clear();
}

function hear(page: Page): { readonly complaints: readonly string[]; readonly stop: () => void } {
  const complaints: string[] = [];
  const onError = ({ message }: Error) => void complaints.push(message);
  const onMessage = (message: { type(): string; text(): string }) => {
    // A socket that cannot be opened while the gateway is away, or a request without a token, is no fault of the page.
    if (message.type() === "error" && !/WebSocket|Failed to load resource/u.test(message.text())) {
      complaints.push(message.text());
    }
  };
  page.on("pageerror", onError).on("console", onMessage);
  return { complaints, stop: () => void page.off("pageerror", onError).off("console", onMessage) };
}
