/**
 * What happens to the list of tools: it comes late, it changes, it has odd names in it.
 */

import { setTimeout as sleep } from "node:timers/promises";

import { within, untilCount } from "../waiting.ts";
import { lentTool } from "../lent-tool.ts";
import type { MatrixCase } from "../matrix-case.ts";

const LATE_MS = 5_000;
/** How many prompts a person would try. */
const PATIENT_PROMPTS = 3;

const echo = lentTool("echo", "arrival_echo");
const added = lentTool("added", "arrival_added");
const oddTools = [
  lentTool("dots", "files.read.text"),
  lentTool("spaces", "read the file"),
  lentTool("unicode", "datei_öffnen_📂"),
  lentTool("long", `arrival_${"long_".repeat(20)}name`),
  // These two are one name once everything odd has become an underscore.
  lentTool("dash", "read-file"),
  lentTool("underscore", "read_file"),
];

const late: MatrixCase = {
  name: "late",
  title: `a server that says nothing in its first ${LATE_MS / 1000} s; the tool is called in one of ${PATIENT_PROMPTS} prompts`,
  tools: [echo],
  script: { misbehaviour: { holdOn: { initialize: "ready", "server/discover": "ready" } } },
  async meanwhile(server) {
    // What an agent does before it has any server is no part of this; one that starts them at a prompt is not waited for.
    await within(LATE_MS, server.until("message"));
    await sleep(LATE_MS);
    server.release("ready");
  },
  async play({ prompt, level, server, openedMs }) {
    for (let prompts = 1; ; prompts += 1) {
      await prompt(echo);
      const reached = await level(echo);
      const detail = `session/new took ${(openedMs / 1000).toFixed(1)} s, prompt ${prompts}`;
      if (reached === "returned") return { isArrived: true, level: reached, detail };
      if (prompts === PATIENT_PROMPTS) return { isArrived: false, level: reached, detail };
      await within(LATE_MS * 2, untilCount(server, "tools/list", 1));
    }
  },
};

const changed: MatrixCase = {
  name: "changed",
  title: "a tool that the server adds in the middle of the session, with `notifications/tools/list_changed`",
  tools: [echo, added],
  script: { tools: [echo.script] },
  async play({ call, level, server }) {
    await call(echo);
    const before = await level(echo);
    if (before !== "returned") return { isArrived: false, level: before, detail: "the first tool was not called" };
    server.changeTools({ add: [added.script] });
    await within(5_000, untilCount(server, "tools/list", 2));
    await call(added);
    const reached = await level(added);
    return { isArrived: reached === "returned", level: reached, detail: "" };
  },
};

const oddNames: MatrixCase = {
  name: "odd-names",
  title: "tools with dots, spaces, an emoji and 113 characters in their names, and two that differ in `-` and `_` only",
  tools: oddTools,
  async play({ call, level }) {
    const missing: string[] = [];
    let worst: Awaited<ReturnType<typeof level>> = "returned";
    for (const tool of oddTools) {
      await call(tool);
      const reached = await level(tool);
      if (reached === "returned") continue;
      missing.push(tool.key);
      worst = reached;
    }
    return {
      isArrived: missing.length === 0,
      level: worst,
      detail: missing.length === 0 ? "" : `not: ${missing.join(", ")}`,
    };
  },
};

export const listCases: readonly MatrixCase[] = [late, changed, oddNames];
