/**
 * What a person feels who types while an answer is streamed: from a key to the next paint. And how much JavaScript the page
 * loads before it shows anything.
 */

import { findChromium } from "../packages/web/test/support/find-chromium.ts";
import { addTurn, say } from "../packages/web/test/support/much.ts";
import { openStage, type Stage } from "../packages/web/test/support/stage.ts";
import { buildPage } from "../tooling/build-page.ts";
import { firstLoadSize } from "../tooling/first-load-size.ts";
import { type Bench, percentile } from "./figure.ts";

const KEYS = 300;
const KEY_MS = 40;
const CHUNK_MS = 5;
const MAX_LATENCY_MS = 50;
const MAX_SCRIPT_KB = 190;

export const pageTyping: Bench = {
  name: "page-typing",
  what: "typing while an answer is streamed, and the first load",
  async *run() {
    const chromium = await findChromium();
    if (chromium === undefined) throw new Error("Needs Chromium");
    await using stage = await openStage(chromium);
    yield {
      what: `from a key to the next paint, 95th percentile of ${KEYS}, ${1_000 / CHUNK_MS} chunks a second`,
      unit: "ms",
      measured: { name: "the page", value: percentile(await typeWhileStreaming(stage), 0.95) },
      baseline: { name: "the longest that is not felt", value: MAX_LATENCY_MS },
      limit: 1,
    };
    yield {
      what: "JavaScript of the first load, gzipped",
      unit: "kB",
      measured: { name: "the page", value: (await firstLoadSize(await buildPage())) / 1_000 },
      baseline: { name: "the most", value: MAX_SCRIPT_KB },
      limit: 1,
    };
  },
};

async function typeWhileStreaming(stage: Stage): Promise<readonly number[]> {
  await using scene = await stage.scene({ isAlone: true, hasColours: true });
  const { page, gateway } = scene;
  const session = gateway.add({ id: "s1", state: "running" });
  for (let index = 0; index < 50; index += 1) addTurn(session, index);
  await page.addInitScript({ content: KEEP_LATENCIES });
  await scene.open("/s/s1");
  await page.getByText("Answer 49").waitFor();
  const prompt = [{ type: "text", text: "Go on" }];
  session.append({ from: "client", message: { id: "go", method: "session/prompt", params: { prompt } } });
  let count = 0;
  const streaming = setInterval(() => say(session, `${count % 60 === 0 ? "\n\n" : ""}word ${(count += 1)} `), CHUNK_MS);
  try {
    await page.getByLabel("Message", { exact: true }).focus();
    await page.getByText("word 50 ").waitFor();
    for (let key = 0; key < KEYS; key += 1) {
      await page.keyboard.press("abcdefgh ".charAt(key % 9) || " ");
      await new Promise((resolve) => setTimeout(resolve, KEY_MS));
    }
  } finally {
    clearInterval(streaming);
  }
  return await page.evaluate<readonly number[]>("latencies");
}

// As text: it is for the browser. A message that is posted in a frame is read when the frame has been painted.
const KEEP_LATENCIES = `
  globalThis.latencies = [];
  addEventListener("keydown", ({ timeStamp }) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => latencies.push(performance.now() - timeStamp);
      port2.postMessage("");
    });
  }, { capture: true });
`;
