/**
 * `npm run growth`: measures how the cost of a shared store grows with sessions, and draws it for docs/deploy.md. Takes some
 * minutes, on a machine that does nothing else.
 */

import { writeFile } from "node:fs/promises";

import { measureGrowth } from "./measure.ts";
import { plotGrowth } from "./plot.ts";

const FILE = "docs/images/growth.svg";

const growth = await measureGrowth((what, cost) => {
  const figure = (value: number) => value.toFixed(2);
  const { sessions, statementsPerSecond, writtenKbPerSecond, medianMs, processor } = cost;
  console.log(
    `${sessions} ${what}: ${figure(statementsPerSecond)} statements/s, ${figure(writtenKbPerSecond)} KB/s of WAL, ` +
      `${figure(medianMs)} ms, ${figure(processor)} of a core`,
  );
});
await writeFile(FILE, plotGrowth(growth));
console.log(FILE);
