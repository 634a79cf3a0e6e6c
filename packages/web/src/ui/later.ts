/**
 * A component that is loaded when it is first shown, as `lazy` has it.
 *
 * The law: a network that is gone just then does not take the page with it: React removes everything when loading fails, so it
 * is tried until it succeeds.
 */

import { backoffMs } from "@tenon/basis";
import { type ComponentType, lazy, type LazyExoticComponent } from "react";

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>;

const RETRY = { firstMs: 300, maxMs: 5_000 };

export function later<Props>(load: Load<Props>): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => untilLoaded(load));
}

async function untilLoaded<Props>(load: Load<Props>): ReturnType<Load<Props>> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, RETRY)));
    }
  }
}
