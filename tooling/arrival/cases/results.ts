/**
 * What comes back: an image, far too much, and something after a long time.
 */

import { readFileSync, statSync } from "node:fs";

import { lentTool } from "../lent-tool.ts";
import type { CellStage, Finding, MatrixCase } from "../matrix-case.ts";

const BIG_BYTES = 12 * 1024 * 1024;
/** More than this is more than any model's context window. */
const MODEL_BYTES = 2 * 1024 * 1024;
const LONG_MS = 150_000;

/** A red square of 8 by 8 pixels. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQkAKP8/wc53yE8AAAAASUVORK5CYII=";

const picture = lentTool("picture", "arrival_picture", [
  {
    type: "result",
    result: {
      content: [
        { type: "text", text: "RETURNED-picture" },
        { type: "image", data: PNG, mimeType: "image/png" },
      ],
    },
  },
]);
const big = lentTool("big", "arrival_big", [
  {
    type: "result",
    result: { content: [{ type: "text", text: `RETURNED-big ${"line of text\n".repeat(BIG_BYTES / 13)}LAST-big` }] },
  },
]);
const long = lentTool("long", "arrival_long", [{ type: "delay", milliseconds: LONG_MS }]);

const image: MatrixCase = {
  name: "image",
  title: "a result with an image: the model gets the image, or the path of a file with it",
  tools: [picture],
  async play(stage) {
    await stage.call(picture);
    const level = await stage.level(picture);
    if (level !== "returned") return { isArrived: false, level, detail: "" };
    return { level, ...imageIn(stage) };
  },
};

const bigResult: MatrixCase = {
  name: "12-mb",
  title: "a result of 12 MB: the model gets a part that says it was cut, or the path of a file with all of it",
  tools: [big],
  limitMs: 120_000,
  async play(stage) {
    const stopReason = await stage.call(big);
    const level = await stage.level(big);
    if (level === "returned") return { level, ...partIn(stage) };
    if (level === "called" && isSaved(stage)) return { isArrived: true, level: "returned", detail: "as a file" };
    return { isArrived: false, level, detail: `the turn ended with ${stopReason}` };
  },
};

const longCall: MatrixCase = {
  name: "150-s",
  title: "a call that takes 150 s, without progress",
  tools: [long],
  isSlow: true,
  limitMs: LONG_MS + 90_000,
  async play({ call, level }) {
    const started = performance.now();
    await call(long);
    const reached = await level(long);
    const seconds = Math.round((performance.now() - started) / 1000);
    const isArrived = reached === "returned";
    return { isArrived, level: reached, detail: isArrived ? "" : `the turn ended after ${seconds} s` };
  },
};

export const resultCases: readonly MatrixCase[] = [image, bigResult, longCall];

function imageIn(stage: CellStage): Pick<Finding, "isArrived" | "detail"> {
  const bodies = stage.model.requests.map(({ rawBody }) => rawBody);
  if (bodies.some((body) => body.includes(PNG))) return { isArrived: true, detail: "" };
  if (bodies.some((body) => /data:image\/|"image\/(?:png|jpeg|webp)"/.test(body))) {
    return { isArrived: true, detail: "encoded anew" };
  }
  const isSaved = filesIn(stage).some((path) => readFileSync(path, "base64") === PNG);
  return isSaved ? { isArrived: true, detail: "as a file" } : { isArrived: false, detail: "the image was dropped" };
}

function partIn({ model }: CellStage): Pick<Finding, "isArrived" | "detail"> {
  // Titles are made from the beginning of it, in requests without tools.
  const body =
    model.requests.find(({ rawBody, tools }) => tools.length > 0 && rawBody.includes("RETURNED-big"))?.rawBody ?? "";
  const size = `${Math.round(body.length / 1024)} KB to the model`;
  if (body.length > MODEL_BYTES) return { isArrived: false, detail: `not cut: ${size}` };
  const saysSo = /truncat|omitted|\bcut\b|left out|too large|saved to|exceed/i.test(
    body.slice(Math.max(0, body.indexOf("RETURNED-big") - 2_000)),
  );
  return saysSo ? { isArrived: true, detail: size } : { isArrived: false, detail: `cut without a word: ${size}` };
}

function isSaved(stage: CellStage): boolean {
  return filesIn(stage).some(
    (path) => statSync(path).size > BIG_BYTES / 2 && readFileSync(path, "utf8").includes("LAST-big"),
  );
}

/** The files that requests to the model name. */
function filesIn({ model }: CellStage): readonly string[] {
  const paths = model.requests.flatMap(({ rawBody }) => rawBody.match(/\/[\w./-]*[\w-]/g) ?? []);
  return [...new Set(paths)].filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
}
