/**
 * How long the page's longest task was at work, from now on until it is asked for.
 *
 * Work, not time that went by: on a machine that is busy with something else, a task may wait for the processor longer
 * than it ever uses it.
 */

import type { Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** The thread's time, in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const browser = page.context().browser();
  if (!browser) throw new Error("There is no browser to watch.");
  await browser.startTracing(page, { categories: ["toplevel"] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      readonly traceEvents: readonly TraceEvent[];
    };
    const isMain = new Set(
      traceEvents
        .filter(({ name, args }) => name === "thread_name" && args?.name === "CrRendererMain")
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    const tasks = traceEvents.filter(
      ({ name, ph, pid, tid }) => ph === "X" && name.endsWith("RunTask") && isMain.has(`${pid} ${tid}`),
    );
    if (tasks.length === 0) throw new Error("The browser told of no tasks.");
    return Math.max(...tasks.map(({ tdur = 0 }) => tdur / 1_000));
  };
}
