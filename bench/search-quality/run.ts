/**
 * `node tooling/node.mjs bench/search-quality/run.ts [folder] [--misses]`: how well the search finds real servers'
 * tools. Needs the lists that `fetch-lists.ts` keeps in the folder.
 *
 * `--misses` shows what was not found, of the development halves only: the other halves stay unread.
 */

import { type CatalogueTool, createToolIndex, offer, type ToolIndex } from "@tenon/hub/offer";

import { mistype, recall, type Wording } from "./evaluate.ts";
import { measureSpeed } from "./measure-speed.ts";
import { heldOutServers } from "./real-servers.ts";
import { developmentRequests } from "./requests/development-requests.ts";
import { heldOutRequests } from "./requests/held-out-requests.ts";
import { laterDevelopmentRequests } from "./requests/later-development-requests.ts";
import { laterTestRequests } from "./requests/later-test-requests.ts";
import type { SearchRequest } from "./requests/search-request.ts";
import { testRequests } from "./requests/test-requests.ts";
import { serversFolder } from "./script-of.ts";
import { readCatalogue } from "./tool-lists.ts";

const words = process.argv.slice(2);
const folder = words.find((word) => !word.startsWith("--"));
const catalogue = await readCatalogue(serversFolder(folder));
const index = indexOf(catalogue);
const heldOut = indexOf(await readCatalogue(serversFolder(folder), heldOutServers));

interface Half {
  readonly name: string;
  readonly requests: readonly SearchRequest[];
  readonly index: ToolIndex;
}

const halves: readonly Half[] = [
  { name: "development", requests: developmentRequests, index },
  { name: "test", requests: testRequests, index },
  { name: "later dev.", requests: laterDevelopmentRequests, index },
  { name: "later test", requests: laterTestRequests, index },
  { name: "held out", requests: heldOutRequests, index: heldOut },
];
console.log(`${catalogue.length} tools and ${heldOut.tools.length} of servers that nothing was tuned on`);
console.log(`${halves.map(({ name, requests }) => `${requests.length} ${name} requests`).join(", ")}\n`);

console.log("recall@1 / @5".padEnd(32), ...halves.map(({ name }) => name.padEnd(16)));
for (const wording of ["model", "user"] as const) {
  line(`${wording} wording`, ({ index, requests }) => recall(index, requests, { wording }));
  line("  mistyped", ({ index, requests }) => recall(index, requests, { wording, change: mistype }));
}
line("user wording in other languages", ({ index, requests }) =>
  recall(
    index,
    requests.filter(({ language }) => language !== undefined),
    { wording: "user" },
  ),
);

console.log("\ntokens of the tools in one request");
for (const { name: half, requests, index } of halves) {
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

function indexOf(tools: readonly CatalogueTool[]): ToolIndex {
  let index = createToolIndex();
  for (const [server, its] of Map.groupBy(tools, (tool) => tool.server)) index = index.replaceServer(server, its);
  return index;
}

function line(what: string, measure: (half: Half) => { atOne: number; atFive: number }): void {
  const cells = halves.map((half) => {
    const { atOne, atFive } = measure(half);
    return `${atOne.toFixed(3)} / ${atFive.toFixed(3)}`.padEnd(16);
  });
  console.log(what.padEnd(32), ...cells);
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
