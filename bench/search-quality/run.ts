/**
 * `node tooling/node.mjs bench/search-quality/run.ts [folder] [--misses]`: how well the search finds real servers'
 * tools. Needs the lists that `fetch-lists.ts` keeps in the folder.
 *
 * `--misses` shows what was not found, of the development halves only: the other halves stay unread.
 */

import { offer } from "@tenon/hub/offer";
import { createToolIndex, type ToolIndex } from "@tenon/hub/offer";
import { ingredients, mistype, recall, type Wording } from "./evaluate.ts";
import { measureSpeed } from "./measure-speed.ts";
import { rehearse } from "./rehearse.ts";
import { developmentRequests } from "./requests/development-requests.ts";
import { laterDevelopmentRequests } from "./requests/later-development-requests.ts";
import { laterTestRequests } from "./requests/later-test-requests.ts";
import type { SearchRequest } from "./requests/search-request.ts";
import { testRequests } from "./requests/test-requests.ts";
import { serversFolder } from "./script-of.ts";
import { readCatalogue } from "./tool-lists.ts";

const words = process.argv.slice(2);
const folder = words.find((word) => !word.startsWith("--"));
const catalogue = await readCatalogue(serversFolder(folder));
let index = createToolIndex();
for (const [server, tools] of Map.groupBy(catalogue, (tool) => tool.server)) index = index.replaceServer(server, tools);

const halves: readonly (readonly [string, readonly SearchRequest[]])[] = [
  ["development", developmentRequests],
  ["test", testRequests],
  ["later dev.", laterDevelopmentRequests],
  ["later test", laterTestRequests],
];
console.log(
  `${catalogue.length} tools, ${halves.map(([half, { length }]) => `${length} ${half} requests`).join(", ")}\n`,
);

console.log("recall@1 / @5".padEnd(44), ...halves.map(([half]) => half.padEnd(16)));
for (const wording of ["model", "user"] as const) {
  line(`${wording} wording, plain BM25`, (requests) => recall(index, requests, { wording, without: ingredients }));
  line(`${wording} wording, ours`, (requests) => recall(index, requests, { wording }));
  for (const ingredient of ingredients) {
    line(`  without ${ingredient}`, (requests) => recall(index, requests, { wording, without: [ingredient] }));
  }
  line("  mistyped", (requests) => recall(index, requests, { wording, change: mistype }));
  line("  mistyped, without typing errors", (requests) =>
    recall(index, requests, { wording, change: mistype, without: ["typing errors"] }),
  );
}
const isForeign = ({ language }: SearchRequest) => language !== undefined;
line("user wording in other languages, plain BM25", (requests) =>
  recall(index, requests.filter(isForeign), { wording: "user", without: ingredients }),
);
line("user wording in other languages, ours", (requests) =>
  recall(index, requests.filter(isForeign), { wording: "user" }),
);

console.log("\nthe rehearsal model, with the offer that an agent makes it, user wording");
for (const [half, requests] of halves) {
  const { right, none } = await rehearse(index, requests);
  console.log(
    `  ${half}: takes a tool that would do for ${percent(right)} of the requests, and none for ${percent(none)}`,
  );
}

console.log("\ntokens of the tools in one request");
for (const [half, requests] of halves) {
  const { mean, most, everything, hits } = offers(index, requests, "user");
  console.log(
    `  ${half}: ${everything} for everything, ${mean.toFixed(0)} for the offer (at most ${most}), ` +
      `which has a tool that would do in ${percent(hits)} of the requests`,
  );
}

const speed = measureSpeed(
  catalogue,
  developmentRequests.flatMap(({ model, user }) => [model, user]),
);
const milliseconds = ({ median, p95, longest }: typeof speed.search) =>
  `median ${median.toFixed(2)} ms, p95 ${p95.toFixed(2)} ms, longest ${longest.toFixed(2)} ms`;
console.log(`\nat ${speed.tools} tools\n  search: ${milliseconds(speed.search)}`);
console.log(`  update of one server: ${milliseconds(speed.update)}`);

if (words.includes("--misses")) {
  console.log("\nnot among the first five (development, user wording)");
  for (const requests of [developmentRequests, laterDevelopmentRequests]) {
    for (const { user, expect } of recall(index, requests, { wording: "user" }).missed) {
      console.log(`  ${user} → ${expect[0]}`);
    }
  }
}

function line(what: string, measure: (requests: readonly SearchRequest[]) => { atOne: number; atFive: number }): void {
  const cells = halves.map(([, requests]) => {
    const { atOne, atFive } = measure(requests);
    return `${atOne.toFixed(3)} / ${atFive.toFixed(3)}`.padEnd(16);
  });
  console.log(what.padEnd(44), ...cells);
}

function offers(index: ToolIndex, requests: readonly SearchRequest[], wording: Wording) {
  const made = requests.map((request) => {
    const { tokens, verdicts } = offer({ index, prompt: request[wording] });
    const isHit = verdicts.some(
      ({ isOffered, tool }) => isOffered && request.expect.includes(`${tool.server}/${tool.tool}`),
    );
    return { tokens, isHit };
  });
  return {
    mean: made.reduce((sum, { tokens }) => sum + tokens.offered, 0) / made.length,
    most: Math.max(...made.map(({ tokens }) => tokens.offered)),
    everything: made[0]?.tokens.everything ?? 0,
    hits: made.filter(({ isHit }) => isHit).length / made.length,
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
