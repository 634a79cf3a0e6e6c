/**
 * `npm run first-minute`: records docs/images/first-minute.webp from the real page of `npm start`.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { stripVTControlCharacters } from "node:util";

import { chromium, type Page } from "playwright-core";

import { findChromium } from "../../packages/web/test/support/find-chromium.ts";
import { animatedWebp, type Frame } from "./animated-webp.ts";

const SIZE = { width: 1180, height: 680 };
const PROMPTS = ["read notes.txt and add a line", "glue both sides", "what is 17 + 25?"];
const KEY_MS = 45;
const READ_MS = 1_600;

const executablePath = await findChromium();
if (executablePath === undefined) throw new Error("There is no Chromium.");
const demo = spawn(process.execPath, ["tooling/node.mjs", "examples/served-session.ts"], {
  stdio: ["ignore", "pipe", "inherit"],
});
await using _ = { [Symbol.asyncDispose]: async () => void demo.kill("SIGTERM") };
await using browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: SIZE });
await page.goto(await addressOf(demo));
const frames: Frame[] = [];
const composer = page.getByRole("textbox", { name: /message|prompt/i }).first();
await composer.waitFor();
await page.evaluate("document.fonts.ready");
await take(READ_MS);
for (const prompt of PROMPTS) {
  await composer.click();
  for (const part of prompt.match(/.{1,8}/g) ?? []) {
    await page.keyboard.type(part);
    await take(part.length * KEY_MS);
  }
  await page.keyboard.press("Enter");
  await settled(page);
  await take(READ_MS);
}
// The servers with their receipts.
await page.keyboard.press("Escape");
await page.keyboard.press("]");
await page.waitForTimeout(500);
await take(READ_MS * 2);
await writeFile("docs/images/first-minute.webp", animatedWebp(frames, SIZE));
console.log(`${frames.length} frames, ${frames.reduce((sum, { ms }) => sum + ms, 0) / 1000} s`);

async function take(ms: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const { data } = await client.send("Page.captureScreenshot", { format: "webp", quality: 40 });
  await client.detach();
  const webp = Buffer.from(data, "base64");
  const last = frames.at(-1);
  // The same picture stays longer.
  if (last && webp.equals(last.webp)) frames[frames.length - 1] = { webp, ms: last.ms + ms };
  else frames.push({ webp, ms });
}

/** When the agent has answered; meanwhile each state of the page is a frame. */
async function settled(page: Page): Promise<void> {
  const stop = page.getByRole("button", { name: /^stop/i });
  for (let still = 0; still < 3;) {
    await page.waitForTimeout(120);
    await take(120);
    const allow = page.getByRole("button", { name: /^allow/i }).first();
    if (await allow.isVisible()) {
      await take(READ_MS);
      await allow.click();
    }
    still = (await stop.isVisible()) ? 0 : still + 1;
  }
}

async function addressOf({ stdout }: ChildProcess): Promise<string> {
  let text = "";
  for await (const part of stdout ?? []) {
    text += String(part);
    const address = /http:\/\/\S+/.exec(stripVTControlCharacters(text))?.[0];
    if (address) return address;
  }
  throw new Error("npm start ended without an address.");
}
