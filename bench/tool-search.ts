/**
 * Searching a catalogue of a thousand tools, and changing one server of it.
 */

import { type CatalogueTool, createToolIndex } from "@tenon/hub/offer";

import { type Bench, percentile } from "./figure.ts";

const SERVERS = 10;
const TOOLS_EACH = 100;
const ROUNDS = 200;
const VERBS = ["list", "read", "create", "delete", "update", "search", "export", "merge", "run", "watch"];
const OBJECTS = ["file", "issue", "branch", "page", "table", "message", "user", "build", "log", "image"];

export const toolSearch: Bench = {
  name: "tool-search",
  what: `${SERVERS * TOOLS_EACH} tools`,
  async *run() {
    let index = createToolIndex();
    for (let server = 0; server < SERVERS; server += 1) index = index.replaceServer(`s${server}`, toolsOf(server));
    index.search("warm up");
    const searches: number[] = [];
    const updates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const words = `please ${VERBS[round % 10]} the ${OBJECTS[(round * 7) % 10]} of project ${round}`;
      searches.push(time(() => index.search(words)));
      const server = round % SERVERS;
      updates.push(time(() => void (index = index.replaceServer(`s${server}`, toolsOf(server)))));
    }
    yield figure("a search, 95th percentile", percentile(searches, 0.95), 5);
    yield figure("an update of one server, 95th percentile", percentile(updates, 0.95), 20);
  },
};

function figure(what: string, value: number, promise: number) {
  const measured = { name: "measured", value };
  return { what, unit: "ms", measured, baseline: { name: "the promise", value: promise }, limit: 1 };
}

function toolsOf(server: number): readonly CatalogueTool[] {
  return Array.from({ length: TOOLS_EACH }, (_, at) => {
    const tool = `${VERBS[at % 10]}_${OBJECTS[Math.floor(at / 10)]}`;
    const description = `${VERBS[at % 10]}s the ${OBJECTS[Math.floor(at / 10)]} of a project, with all that belongs to it.`;
    const properties = { path: { type: "string", description: "Where it is" }, limit: { type: "integer" } };
    const inputSchema = { type: "object", properties, required: ["path"] };
    return { name: `mcp__s${server}__${tool}`, server: `s${server}`, tool, title: tool, description, inputSchema };
  });
}

function time(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}
