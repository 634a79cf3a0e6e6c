/**
 * A program that the conformance suite starts: it opens a hub on one server, calls its tools, and ends.
 */

import { openHub, type RemoteServerSpec } from "@tenon/hub";

import { FOCAL_TOOL, readsSkills, sampleArguments, scenario, signInOfUser, url, wantedCalls } from "./scenario.ts";

const spec: RemoteServerSpec = { type: "http", name: "target", url, headers: {}, signIn: signInOfUser() };

await using hub = openHub({
  servers: [spec],
  cwd: process.cwd(),
  clientInfo: { name: "tenon", version: "0.1.0" },
  callbacks: {
    // A person who accepts everything as it is proposed.
    elicit: { modes: ["form"], ask: async () => ({ action: "accept", content: {} }) },
  },
  // The browser of the suite: it goes where it is sent, and agrees to everything.
  openBrowser: async (page) => void (await fetch(page)),
  onReceipt: ({ state, reason }) => console.error(state, reason ?? ""),
});
await hub.ready({ waitMs: 30_000 });
const [server] = hub.servers;
if (!["listed", "called"].includes(server?.receipt.state ?? "")) {
  console.error(`The server is ${server?.receipt.state}: ${server?.receipt.reason}`);
  process.exitCode = 1;
}

const focalSchema = hub.catalogue.tools.find(({ tool }) => tool === FOCAL_TOOL)?.inputSchema;
const calls =
  wantedCalls ??
  hub.catalogue.tools.map(({ tool, inputSchema }) => ({
    name: tool,
    arguments: sampleArguments(inputSchema, focalSchema),
  }));
for (const call of calls) {
  const tool = hub.catalogue.tools.find(({ tool }) => tool === call.name);
  if (tool)
    await hub.call(tool.name, call.arguments ?? {}).catch((error: unknown) => console.error(call.name, String(error)));
  else console.error(`${call.name} is not in the catalogue`);
}

if (scenario.startsWith("sep-2640")) await readSkills();

/** Lists the server's skills, and reads what they name; what is not as announced is refused. */
async function readSkills(): Promise<void> {
  const options = { signal: AbortSignal.timeout(30_000), timeout: 30_000 };
  const skills = await hub.skills("target");
  for (const { uri, files = [] } of await skills.list(options)) {
    if (!readsSkills) continue;
    try {
      for (const file of [undefined, ...files.slice(1)]) await skills.read(uri, file, options);
    } catch (error) {
      console.error(String(error));
    }
  }
}
