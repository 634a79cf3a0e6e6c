import { createHash } from "node:crypto";

import { calls } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { bodyOf, json, listening } from "../../../hub/test/sign-in/fixtures/listening.ts";
import { connectAgent } from "../support/connect-agent.ts";
import { scriptedModel } from "../support/scripted-model.ts";

const SKILL = "skill://pdf/SKILL.md";
const FORMS = "skill://pdf/references/FORMS.md";
const instructions = "---\nname: pdf\ndescription: Fills forms\n---\n\nRead references/FORMS.md first.\n";
const forms = "Every field has a name.\n";

describe("the skills of a server", () => {
  it("[M33] are listed and read when the model asks for them, and not before", async () => {
    await using server = await startSkillServer();
    const model = scriptedModel([
      { calls: [{ name: "list_skills", args: { server: "office" } }] },
      { calls: [{ name: "read_skill", args: { server: "office", skill: "pdf" } }] },
      { calls: [{ name: "read_skill", args: { server: "office", skill: "pdf", file: "references/FORMS.md" } }] },
    ]);
    await using client = await connectAgent({ model });
    const { sessionId } = await client.newSession({ mcpServers: [entry(server.origin)] });
    await client.prompt(sessionId, "go");
    const seen = model.requests.map(({ messages }) => JSON.stringify(messages.at(-1)));
    expect(seen[1]).toContain("pdf: Fills forms (files: skill://pdf/references/FORMS.md)");
    expect(seen[2]).toContain("Read references/FORMS.md first.");
    expect(seen[3]).toContain("Every field has a name.");
    expect(server.read[0]).toBe(SKILL);
    expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(3);
  });

  it("[M33] are not used when their instructions are not as announced, and neither are their other files", async () => {
    await using server = await startSkillServer({ served: instructions.replace("first", "aloud") });
    const model = scriptedModel([
      { calls: [{ name: "read_skill", args: { server: "office", skill: "pdf" } }] },
      { calls: [{ name: "read_skill", args: { server: "office", skill: "pdf", file: "references/FORMS.md" } }] },
      { calls: [{ name: "read_skill", args: { server: "office", skill: "docx" } }] },
    ]);
    await using client = await connectAgent({ model });
    const { sessionId } = await client.newSession({ mcpServers: [entry(server.origin)] });
    await client.prompt(sessionId, "go");
    expect(JSON.stringify(model.requests)).not.toContain("aloud");
    expect(server.read).not.toContain(FORMS);
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain("No skill named docx. Available: pdf");
    expect(client.updates(sessionId).filter((update) => "status" in update && update.status === "failed")).toHaveLength(
      3,
    );
  });

  it("[M33] are not spoken of where no server has some", async () => {
    const model = scriptedModel([]);
    await using client = await connectAgent({ model });
    await client.prompt(await client.open(), "go");
    expect(model.requests[0]?.tools.map(({ name }) => name)).not.toContain("list_skills");
  });
});

function entry(origin: string) {
  return { type: "http" as const, name: "office", url: `${origin}/mcp`, headers: [] };
}

/** An MCP server with one skill; what it serves as the instructions may differ from what it announces. */
async function startSkillServer({ served = instructions } = {}) {
  const read: string[] = [];
  const server = await listening(async (request, response) => {
    const { id, method, params = {} } = JSON.parse((await bodyOf(request)) || "{}");
    const answer = (result: unknown) => json(response, 200, { jsonrpc: "2.0", id, result });
    switch (method) {
      case "initialize":
        return answer({
          protocolVersion: "2025-11-25",
          serverInfo: { name: "office", version: "1" },
          capabilities: { tools: {}, resources: {}, extensions: { "io.modelcontextprotocol/skills": {} } },
        });
      case "tools/list":
        return answer({ tools: [] });
      case "skills/list":
        return answer({ skills: [skill()] });
      case "resources/read":
        read.push(params.uri);
        return answer({
          contents: [{ uri: params.uri, mimeType: "text/markdown", text: params.uri === FORMS ? forms : served }],
        });
      case undefined:
        return void response.writeHead(405).end();
      default:
        if (id === undefined) return void response.writeHead(202).end();
        return json(response, 200, { jsonrpc: "2.0", id, error: { code: -32_601, message: `No ${method}` } });
    }
  });
  return { ...server, read };
}

function skill() {
  const file = (uri: string, text: string) => {
    const digest = `sha256:${createHash("sha256").update(text).digest("hex")}`;
    return { uri, digest, size: Buffer.byteLength(text) };
  };
  return {
    uri: SKILL,
    frontmatter: { name: "pdf", description: "Fills forms" },
    resources: [file(SKILL, instructions), file(FORMS, forms)],
  };
}
