/**
 * The page in a real browser, against `tenon serve` as a process, our agent, and an MCP server among the session's.
 */

import { afterAll, beforeAll, describe } from "vitest";

import { comingBack } from "./served/coming-back.ts";
import { lendingTools } from "./served/lending-tools.ts";
import { FRAGILE_AGENT, losingAgents } from "./served/losing-agents.ts";
import { sharing } from "./served/sharing.ts";
import { LOCKED_AGENT, tellingWhy } from "./served/telling-why.ts";
import { wholeSession } from "./served/whole-session.ts";
import { findChromium } from "./support/find-chromium.ts";
import { serveGateway } from "./support/served-gateway.ts";
import { openStage } from "./support/stage.ts";
import type { Play } from "./served/play.ts";

const chromium = await findChromium();

describe.skipIf(chromium === undefined)(`The page and its gateway (${chromium ?? "there is no Chromium"})`, () => {
  let play: Play | undefined;
  const open = new AsyncDisposableStack();
  beforeAll(async () => {
    const stage = open.use(await openStage(chromium ?? ""));
    play = { stage, gateway: open.use(await serveGateway({ agents: [FRAGILE_AGENT, LOCKED_AGENT] })) };
  });
  afterAll(() => open.disposeAsync());
  const played = (): Play => {
    if (!play) throw new Error("Nothing has been prepared.");
    return play;
  };

  wholeSession(played);
  sharing(played);
  lendingTools(played);
  comingBack(played);
  tellingWhy(played);
  losingAgents(played);
});
