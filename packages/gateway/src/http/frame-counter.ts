import type { Frame } from "../gateway.ts";
import type { Metrics } from "./metrics.ts";

// To measure each frame for each reader would cost more than to send it.
const FRAMES_PER_MEASURE = 64;

/** Counts the frames of one reader, and measures some of those that it gets while it is not behind. */
export function frameCounter(metrics: Metrics): (frame: Frame) => void {
  let count = 0;
  let isBehind = true;
  return (frame) => {
    metrics.countFrame();
    count += 1;
    if (isBehind) isBehind = !frame.startsWith('{"caughtUp"');
    else if (count % FRAMES_PER_MEASURE === 0) {
      const [, at] = /^\{"seq":\d+,"at":(\d+)/.exec(frame) ?? [];
      if (at !== undefined) metrics.observeLag(Math.max(0, Date.now() - Number(at)) / 1000);
    }
  };
}
