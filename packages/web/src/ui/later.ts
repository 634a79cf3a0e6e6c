/**
 * A component that is loaded when it is first shown, as `lazy` has it.
 *
 * The law: what cannot be loaded does not take the page with it, though React removes everything when loading fails. Without a
 * network it is tried until it succeeds; a part that is gone with an upgrade of the gateway comes with the new page.
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
      await reloadIfReplaced();
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, RETRY)));
    }
  }
}

const KEY = "tenon.reloaded";

/** Reloads if the gateway serves another version of the page: its scripts have other names. Drafts and prompts survive it. */
async function reloadIfReplaced(): Promise<void> {
  const scripts = [...document.querySelectorAll("script[type=module][src]")].map(
    (script) => script.getAttribute("src") ?? "",
  );
  const version = scripts.join(" ");
  // Once for each version: behind a proxy, two versions may take turns.
  if (version === "" || sessionStorage.getItem(KEY) === version) return;
  try {
    const response = await fetch("/", { cache: "no-store" });
    const page = response.ok ? await response.text() : "";
    if (!page.includes("<script") || scripts.every((script) => page.includes(script))) return;
    sessionStorage.setItem(KEY, version);
    location.reload();
  } catch {
    // There is no network, or nothing can be stored: it is tried again.
  }
}
