/**
 * The files of a new toolset. It runs and is tested without a build; `npm run build` is for publishing.
 */

export function templateFiles(name: string): Readonly<Record<string, string>> {
  return {
    "toolset.ts": TOOLSET.replaceAll("NAME", name),
    "serve.ts": SERVE,
    "toolset.test.ts": TEST,
    "build.mjs": BUILD,
    "package.json": json(packageJson(name)),
    "tsconfig.json": json(TSCONFIG),
    "server.json": json(serverJson(name)),
    ".mcp.json": json({ mcpServers: { [name]: { command: "node", args: ["serve.ts"] } } }),
    ".editorconfig":
      "root = true\n\n[*]\nindent_style = space\nindent_size = 2\nend_of_line = lf\ninsert_final_newline = true\n",
    ".gitignore": "node_modules\ndist\n",
    "README.md": README.replaceAll("NAME", name),
  };
}

const TOOLSET = `import { definePrompt, defineResource, defineTool, defineToolset, type RequestContext, type ToolContext } from "@tenon/toolset";
import { z } from "zod";

/** What the tools share: made by \`start\`, and given to each of them as \`state\`. */
interface Notes {
  readonly texts: string[];
}

const addNote = defineTool({
  name: "add_note",
  title: "Add a note",
  description: "Keeps a note for later. Returns its number.",
  input: z.object({ text: z.string().min(1).describe("What to remember") }),
  output: z.object({ number: z.number() }),
  run({ text }, { state, resourceUpdated }: ToolContext<Notes>) {
    state.texts.push(text);
    resourceUpdated("notes://all");
    return { number: state.texts.length };
  },
});

const allNotes = defineResource({
  name: "all",
  uri: "notes://all",
  description: "All notes, one on each line",
  mimeType: "text/plain",
  read: ({ state }: RequestContext<Notes>) => state.texts.map((text, index) => \`\${index + 1}. \${text}\`).join("\\n"),
});

const summarize = definePrompt({
  name: "summarize",
  description: "Summarizes the notes",
  arguments: { tone: { description: "How it should sound", isRequired: false } },
  get: ({ tone = "plain" }) => \`Read the resource notes://all and summarize it in a \${tone} tone.\`,
});

export default defineToolset({
  name: "NAME",
  version: "0.1.0",
  instructions: "Keeps notes. Add one with add_note; notes://all has all of them.",
  tools: [addNote],
  resources: [allNotes],
  prompts: [summarize],
  start: (): Notes => ({ texts: [] }),
});
`;

const SERVE = `#!/usr/bin/env node
import { serve } from "@tenon/toolset/node";

import toolset from "./toolset.ts";

await serve(toolset);
`;

const TEST = `import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { openToolset } from "@tenon/toolset";

import toolset from "./toolset.ts";

const opened = openToolset(toolset);
const client = new Client({ name: "test", version: "1.0.0" });

before(() => client.connect(opened.connect()));
after(async () => {
  await client.close();
  await opened.close();
});

test("adds a note that the resource then shows", async () => {
  const { structuredContent } = await client.callTool({ name: "add_note", arguments: { text: "Buy milk" } });
  assert.deepEqual(structuredContent, { number: 1 });
  const { contents } = await client.readResource({ uri: "notes://all" });
  assert.deepEqual(contents, [{ uri: "notes://all", mimeType: "text/plain", text: "1. Buy milk" }]);
});

test("refuses an empty note, and says why", async () => {
  const { isError, content } = await client.callTool({ name: "add_note", arguments: { text: "" } });
  assert.equal(isError, true);
  assert.match(JSON.stringify(content), /text: /);
});

test("has a prompt", async () => {
  const { messages } = await client.getPrompt({ name: "summarize", arguments: { tone: "cheerful" } });
  assert.match(JSON.stringify(messages), /cheerful/);
});

test("works as a program", async () => {
  const program = new Client({ name: "test", version: "1.0.0" });
  await program.connect(new StdioClientTransport({ command: process.execPath, args: [...process.execArgv, "serve.ts"] }));
  const { tools } = await program.listTools();
  assert.deepEqual(
    tools.map(({ name }) => name),
    ["add_note"],
  );
  await program.close();
});
`;

const BUILD = `// Writes dist/*.js: Node.js runs TypeScript as it is, but not in an installed package.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";

await mkdir("dist", { recursive: true });
for (const name of ["toolset", "serve"]) {
  const source = await readFile(\`\${name}.ts\`, "utf8");
  const code = stripTypeScriptTypes(source).replaceAll(/(from "\\.\\/[^"]+)\\.ts"/g, '$1.js"');
  await writeFile(\`dist/\${name}.js\`, code);
}
`;

const TSCONFIG = {
  compilerOptions: {
    target: "es2024",
    module: "nodenext",
    types: ["node"],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
  },
  include: ["*.ts"],
};

function packageJson(name: string): object {
  return {
    name,
    version: "0.1.0",
    description: "An MCP server that keeps notes.",
    license: "MIT",
    // The MCP registry looks for it in the published package.
    mcpName: `io.github.YOUR-NAME/${name}`,
    type: "module",
    bin: { [name]: "dist/serve.js" },
    files: ["dist"],
    scripts: {
      start: "node serve.ts",
      test: "node --test toolset.test.ts",
      build: "node build.mjs",
      prepublishOnly: "npm test && npm run build",
    },
    dependencies: { "@tenon/toolset": "^0.1.0", zod: "^4.2.0" },
    devDependencies: { "@modelcontextprotocol/client": "^2.4.0", "@types/node": ">=22" },
    engines: { node: ">=22.19" },
  };
}

/** For the MCP registry, which holds names and addresses and no code. */
function serverJson(name: string): object {
  return {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: `io.github.YOUR-NAME/${name}`,
    description: "Keeps notes for later.",
    version: "0.1.0",
    packages: [{ registryType: "npm", identifier: name, version: "0.1.0", transport: { type: "stdio" } }],
  };
}

const README = `# NAME

An MCP server, written with [@tenon/toolset](https://www.npmjs.com/package/@tenon/toolset).

\`\`\`sh
npm install
npm test                              # on a real MCP client, in memory and as a program
npx tenon tools try ./toolset.ts      # call its tools by hand
npx tenon run --model rehearsal --policy allow --server "NAME=node serve.ts" "add a note"
\`\`\`

| file              | what it is                                                            |
| ----------------- | --------------------------------------------------------------------- |
| \`toolset.ts\`      | the tools, resources and prompts                                      |
| \`serve.ts\`        | the program that a client starts                                      |
| \`toolset.test.ts\` | the tests                                                             |
| \`.mcp.json\`       | lets clients that read it start the server when they open this folder |
| \`server.json\`     | for the MCP registry: put your GitHub name in it and in package.json  |

Node.js 22.19 or newer runs the TypeScript as it is. \`npm publish\` builds \`dist/\` first.
`;

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
