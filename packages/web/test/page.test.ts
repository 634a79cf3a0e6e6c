/**
 * The page in a real browser, against a gateway whose sessions are scripted.
 */

import { afterAll, beforeAll, describe } from "vitest";

import { asking } from "./page/asking.ts";
import { calling } from "./page/calling.ts";
import { fitting } from "./page/fitting.ts";
import { lasting } from "./page/lasting.ts";
import { listing } from "./page/listing.ts";
import { prompting } from "./page/prompting.ts";
import { lookingInside } from "./page/looking-inside.ts";
import { reading } from "./page/reading.ts";
import { signingIn } from "./page/signing-in.ts";
import { standingFirm } from "./page/standing-firm.ts";
import { findChromium } from "./support/find-chromium.ts";
import { openStage, type Stage } from "./support/stage.ts";

const chromium = await findChromium();

describe.skipIf(chromium === undefined)(`The page in a browser (${chromium ?? "there is no Chromium"})`, () => {
  let stage: Stage | undefined;
  beforeAll(async () => {
    stage = await openStage(chromium ?? "");
  });
  afterAll(async () => {
    await stage?.[Symbol.asyncDispose]();
  });
  const onStage = (): Stage => {
    if (!stage) throw new Error("The stage is not open.");
    return stage;
  };

  signingIn(onStage);
  listing(onStage);
  reading(onStage);
  prompting(onStage);
  lasting(onStage);
  calling(onStage);
  asking(onStage);
  lookingInside(onStage);
  standingFirm(onStage);
  fitting(onStage);
});
