/**
 * The longest task of the page, by wall-clock time: how long it can ignore the user. It says something only where the
 * machine has little else to do.
 */

import { findChromium } from "../packages/web/test/support/find-chromium.ts";
import { addTurn, say, stream } from "../packages/web/test/support/much.ts";
import { openStage, type Scene, type Stage } from "../packages/web/test/support/stage.ts";
import { type Bench, median } from "./figure.ts";

const ROUNDS = 3;
const MAX_TASK_MS = 200;

export const pageLongTasks: Bench = {
  name: "page-long-tasks",
  what: "the longest task of the page in Chromium, by wall-clock time",
  async *run() {
    const chromium = await findChromium();
    if (chromium === undefined) throw new Error("There is no Chromium to measure in, and it could not be installed.");
    await using stage = await openStage(chromium);
    for (const [what, act] of Object.entries({
      "5,000 streamed chunks": streamChunks,
      "10,000 entries, opened and scrolled": scrollEntries,
    })) {
      const longest: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) longest.push(await longestTask(stage, act));
      yield {
        what: `${what}, median of ${ROUNDS} rounds`,
        unit: "ms",
        measured: { name: "the longest task", value: median(longest) },
        baseline: { name: "the longest acceptable task", value: MAX_TASK_MS },
        limit: 1,
      };
    }
  },
};

async function longestTask(stage: Stage, act: (scene: Scene) => Promise<void>): Promise<number> {
  await using scene = await stage.scene({ isAlone: true, hasColours: true });
  const { page } = scene;
  await page.addInitScript({ content: KEEP_LONG_TASKS });
  await act(scene);
  const lasted = await page.evaluate<readonly number[]>("longTasks()");
  return Math.max(0, ...lasted);
}

async function streamChunks({ page, gateway, open }: Scene): Promise<void> {
  const session = gateway.add({ id: "s1" });
  say(session, "Here it comes.\n\n");
  await open("/s/s1");
  await page.getByText("Here it comes.").waitFor();
  await stream(session, 5_000);
  session.update({ sessionUpdate: "tool_call", toolCallId: "end", title: "The end" });
  await page.locator("article[data-type=tool-call]").waitFor();
}

async function scrollEntries({ page, gateway, open }: Scene): Promise<void> {
  const session = gateway.add({ id: "s1" });
  for (let index = 0; index < 5_000; index += 1) addTurn(session, index);
  await open("/s/s1");
  await page.getByText("Answer 4999").waitFor();
  await page.getByTestId("timeline").hover();
  for (let step = 0; step < 40; step += 1) {
    await page.mouse.wheel(0, step % 4 === 3 ? 1_200 : -2_400);
    await nextFrame(page);
  }
  await page.keyboard.press("g");
  await page.getByText("Question 0", { exact: true }).waitFor();
}

async function nextFrame(page: Scene["page"]): Promise<void> {
  await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
}

// As text: it is for the browser, whose names are none of this program's.
const KEEP_LONG_TASKS = `
  const lasted = [];
  const keep = (list) => lasted.push(...list.map(({ duration }) => duration));
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: "longtask", buffered: true });
  globalThis.longTasks = () => {
    keep(observer.takeRecords());
    return lasted;
  };
`;
