import type { Entry } from "@tenon/timeline";
import { expect, it } from "vitest";

import { createScreenView } from "../src/commands/log/entry-view.ts";
import { plainStyle } from "../src/terminal/style.ts";
import { screen } from "./timeline-view/screen.ts";

it("a session on a terminal has its prompts, and nothing is left of what moved", async () => {
  const terminal = screen();
  const view = createScreenView({ terminal, style: () => plainStyle({ width: 40 }) });
  const open = { isTurnOpen: true };
  await view.show([message("user-message", "p1", "First?")], open);
  await view.show([message("agent-message", "a1", "Yes", true)], open);
  await view.show([message("agent-message", "a1", "Yes.")], { isTurnOpen: false });
  await view.show([message("user-message", "p2", "Second?")], open);
  await view.show([message("agent-message", "a2", "Yes too.")], { isTurnOpen: false });
  await view.end();
  expect(terminal.rows).toEqual(["> First?", "", "Yes.", "", "> Second?", "", "Yes too.", ""]);
});

it("a terminal that is gone ends it", async () => {
  const write = () => Promise.reject(new Error("gone"));
  const view = createScreenView({ terminal: { columns: 40, write }, style: () => plainStyle({ width: 40 }) });
  const words = message("agent-message", "a", "x".repeat(100_000));
  await expect(view.show([words], { isTurnOpen: false })).rejects.toThrow("gone");
});

function message(type: "user-message" | "agent-message", key: string, text: string, isOpen = false): Entry {
  return { type, key, revision: 1, content: [{ type: "text", text }], isOpen };
}
