/**
 * A program that the conformance suite starts: it is an editor, which starts `tenon agent`, gives it one server with a
 * session, signs in where that is needed, and has a scripted model use everything that the server has.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { allow, calls, spawnedClient } from "@tenon/testkit/acp";
import { type Answer, type ModelRequest, startModelServer, text, toolCall } from "@tenon/testkit/model";

import {
  FOCAL_TOOL,
  readsSkills,
  sampleArguments,
  scenario,
  type Schema,
  signInOfUser,
  url,
  wantedCalls,
} from "./scenario.ts";

// A server may want a sign-in, and then another.
const MAX_SIGN_INS = 2;
const PREFIX = "mcp__target__";
const SETTLED = new Set(["listed", "failed", "needs sign-in"]);

/** As the agent shows it to editors; models are shown it in the words of their provider. */
let focalSchema: unknown;

const home = await mkdtemp(join(tmpdir(), "tenon-conformance-"));
try {
  await using provider = await startModelServer({ script: createModel() });
  const program = fileURLToPath(new URL("../../packages/cli/bin/tenon.mjs", import.meta.url));
  await using editor = await spawnedClient(
    {
      command: process.execPath,
      args: [program, "agent", "--model", "openai-compatible/scripted"],
      cwd: home,
      env: { ...provider.environment, HOME: home, XDG_CONFIG_HOME: home, XDG_STATE_HOME: home, XDG_DATA_HOME: home },
    },
    {
      capabilities: { elicitation: { form: {}, url: {} }, session: { notices: {} }, _meta: { tenon: {} } },
      answers: {
        "session/request_permission": allow,
        // A person who goes where they are sent, agrees to everything, and accepts every form as it is proposed.
        "elicitation/create": async (question) => {
          if (question.mode === "url") await fetch(String(question["url"]));
          const content = "requestedSchema" in question ? proposed(question.requestedSchema as Schema) : undefined;
          return { action: "accept", ...(content && { content }) };
        },
      },
    },
  );
  await editor.initialize();
  const { sessionId } = await editor.newSession({
    cwd: home,
    mcpServers: [{ type: "http", name: "target", url, headers: [], _meta: { tenon: { signIn: signInOfUser() } } }],
  });
  const receipts = () => editor.transcript.entries.filter(calls("_tenon/receipt")).map(({ text }) => stateIn(text));
  await editor.transcript.when((entry) => calls("_tenon/receipt")(entry) && SETTLED.has(stateIn(entry.text)));
  for (let times = 0; times < MAX_SIGN_INS && receipts().at(-1) === "needs sign-in"; times += 1) {
    await editor.prompt(sessionId, "/mcp sign-in target");
  }
  if (!["listed", "offered", "seen", "called"].includes(receipts().at(-1) ?? "")) process.exitCode = 1;
  if (scenario === "json-schema-2020-12-preservation") focalSchema = await schemaOf(FOCAL_TOOL);
  await editor.prompt(sessionId, "Use everything that the server has.");
  async function schemaOf(wanted: string): Promise<unknown> {
    const { tools } = await editor.request<{ tools: { tool: string; inputSchema: unknown }[] }>("_tenon/tools/search", {
      sessionId,
      server: "target",
      schemas: true,
    });
    return tools.find(({ tool }) => tool === wanted)?.inputSchema;
  }
  console.error(receipts().join(", "), editor.text(sessionId), editor.stderr());
} finally {
  await rm(home, { recursive: true, force: true });
}

function stateIn(notification: string): string {
  return JSON.parse(notification).params.state;
}

/** One call after another, each a step of the turn, and then a word. */
function createModel(): (request: ModelRequest) => Answer {
  let queue: Answer[] | undefined;
  return (request) => {
    queue ??= [...callsOf(request), ...(scenario.startsWith("sep-2640") ? skillCalls() : [])];
    return queue.shift() ?? text("Done.");
  };
}

function callsOf({ tools }: ModelRequest): readonly Answer[] {
  const offered = tools.filter(({ name }) => name.startsWith(PREFIX));
  const wanted =
    wantedCalls?.map(({ name, arguments: args = {} }) => ({ name: `${PREFIX}${name}`, args })) ??
    offered.map(({ name, schema }) => ({ name, args: sampleArguments(schema as Schema, focalSchema) }));
  return wanted.map(({ name, args }) => toolCall(name, args));
}

/** As the suite's server has them: one skill, with a file beside its instructions. */
function skillCalls(): readonly Answer[] {
  const skill = { server: "target", skill: "pdf-processing" };
  const reads = [toolCall("read_skill", skill), toolCall("read_skill", { ...skill, file: "references/FORMS.md" })];
  return [toolCall("list_skills", { server: "target" }), ...(readsSkills ? reads : [])];
}

/** What a form shows before a person has touched it. */
function proposed(schema: Schema): Record<string, unknown> {
  const properties = Object.entries((schema["properties"] ?? {}) as Record<string, { readonly default?: unknown }>);
  return Object.fromEntries(properties.flatMap(([name, field]) => ("default" in field ? [[name, field.default]] : [])));
}
