/**
 * The ten servers of the editor's session: over stdio, HTTP and SSE; one dead, one that never answers, one that is slow
 * by three seconds.
 */

import { type HttpServer, startHttpServer, startSseServer, type StdioServer, stdioServer } from "@tenon/testkit/mcp";

/** A picture of one red point, as PNG. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** The head of a sound without a sound in it. */
export const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

export async function startEditorServers() {
  const worker = await stdioServer({
    tools: [
      {
        name: "count",
        call: [
          { type: "progress", times: 3, message: "Counting" },
          { type: "wait-for-release", gate: "counted" },
          { type: "result", result: { content: [{ type: "text", text: "three" }] } },
        ],
      },
      { name: "sleep", call: [{ type: "wait-for-cancel" }] },
    ],
  });
  const late = await stdioServer({
    tools: [{ name: "arrive" }],
    misbehaviour: {
      stdio: { startDelayMilliseconds: 3_000 },
      // Where the first turn takes longer than that, it is to be later still.
      holdOn: { initialize: "first turn", "server/discover": "first turn" },
    },
  });
  const deaf = await stdioServer({ misbehaviour: { silentOn: ["initialize", "server/discover"] } });
  const pictures = await startHttpServer({
    tools: [
      {
        name: "look",
        call: [
          {
            type: "result",
            result: {
              content: [
                { type: "image", data: PNG, mimeType: "image/png" },
                { type: "audio", data: WAV, mimeType: "audio/wav" },
                { type: "text", text: "a red point and a silence" },
              ],
            },
          },
        ],
      },
    ],
  });
  const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
  const asker = await startSseServer({
    tools: [{ name: "ask", call: [{ type: "elicit", params: { message: "Who are you?", requestedSchema } }] }],
  });
  const others = await Promise.all([
    startHttpServer({ tools: [{ name: "one" }] }),
    startHttpServer({ tools: [{ name: "two" }] }),
    startSseServer({ tools: [{ name: "three" }] }),
    startSseServer({ tools: [{ name: "four" }] }),
  ]);
  const [one, two, three, four] = others;
  return {
    worker,
    late,
    asker,
    /** As an editor hands them over. */
    given: [
      stdio("worker", worker),
      stdio("late", late),
      stdio("deaf", deaf),
      { name: "dead", command: "/no/such/program", args: [], env: [] },
      remote("http", "pictures", pictures),
      remote("sse", "asker", asker),
      remote("http", "one", one),
      remote("http", "two", two),
      remote("sse", "three", three),
      remote("sse", "four", four),
    ],
    async [Symbol.asyncDispose]() {
      await Promise.all([worker, late, deaf, pictures, asker, ...others].map((server) => server.close()));
    },
  };
}

function stdio(name: string, server: StdioServer) {
  const env = Object.entries(server.env).map(([name, value]) => ({ name, value }));
  return { name, command: server.command, args: [...server.args], env };
}

function remote(type: "http" | "sse", name: string, { url }: HttpServer) {
  return { type, name, url, headers: [] };
}
