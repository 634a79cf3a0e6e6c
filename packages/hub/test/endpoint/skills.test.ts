import { InMemoryTransport, McpServer } from "@modelcontextprotocol/server";
import { memorySkillFiles, SkillsExtension } from "@modelcontextprotocol/server/ext/skills";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import type { ServerSpec } from "@tenon/hub";
import { describe, expect, it } from "vitest";

import { insistThatNothingIsLeft } from "../open-test-hub.ts";
import { DOORS, openTestEndpoint, textOf } from "./open-test-endpoint.ts";

insistThatNothingIsLeft();

const SKILL = "---\nname: pdf\ndescription: Fills forms\n---\n\nRead references/FORMS.md first.\n";

describe.each(DOORS)("skills of servers, over $door in $revision", (way) => {
  it("pass through for agents that know the extension", async () => {
    await using endpoint = await openTestEndpoint([await skillServer()]);
    const client = await endpoint.join(way);
    const skills = new SkillsClient(client);
    const { skills: entries } = await skills.list();
    expect(entries).toMatchObject([{ frontmatter: { name: "pdf" } }]);
    expect((await skills.read(entries[0]!)).text).toBe(SKILL);
  });

  it("[W24] are tools for all others, under the rules of the server that has them", async () => {
    const asked: string[] = [];
    await using endpoint = await openTestEndpoint([await skillServer()], {
      endpoint: {
        permit: async ({ server, called, tool }) => {
          asked.push(`${server}: ${called} ${tool}`);
          return { isAllowed: true };
        },
      },
    });
    const client = await endpoint.join(way);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["list_skills", "read_skill"]),
    );
    const list = textOf(await client.callTool({ name: "list_skills", arguments: {} }));
    expect(list).toBe("pdf (office): Fills forms (files: skill://pdf/references/FORMS.md)");
    const file = { skill: "pdf", file: "references/FORMS.md" };
    expect(textOf(await client.callTool({ name: "read_skill", arguments: { skill: "pdf" } }))).toContain(
      "FORMS.md first",
    );
    expect(textOf(await client.callTool({ name: "read_skill", arguments: file }))).toBe("Every field has a name.");
    const unknown = await client.callTool({ name: "read_skill", arguments: { skill: "docx" } });
    expect([unknown.isError, textOf(unknown)]).toEqual([true, "No skill named docx. Available: pdf"]);
    const [list1, read] = ["office: skills/list skills/list", "office: read_skill skills/get"];
    expect(asked).toEqual([list1, list1, read, list1, read, list1]);
  });

  it("[W24] are neither listed nor read of a server whose rules forbid it", async () => {
    const denied = { isAllowed: false, reason: "The office is closed" } as const;
    await using endpoint = await openTestEndpoint([await skillServer()], { endpoint: { permit: async () => denied } });
    const client = await endpoint.join(way);
    expect((await new SkillsClient(client).list()).skills).toEqual([]);
    expect(textOf(await client.callTool({ name: "list_skills", arguments: {} }))).toBe("No server has skills.");
    const read = { name: "read_skill", arguments: { skill: "pdf" } };
    expect((await client.callTool({ name: "call_tool", arguments: read })).isError).toBe(true);
  });

  it("[W24] are not read after a refusal, and the model learns why", async () => {
    await using endpoint = await openTestEndpoint([await skillServer()], {
      endpoint: {
        permit: async ({ tool }) =>
          tool === "skills/get" ? { isAllowed: false, reason: "Not this one" } : { isAllowed: true },
      },
    });
    const client = await endpoint.join(way);
    const refused = await client.callTool({ name: "read_skill", arguments: { skill: "pdf" } });
    expect([refused.isError, textOf(refused)]).toEqual([true, "Not this one"]);
    expect(endpoint.events.filter(({ type }) => type === "ended")).toMatchObject([
      { call: { called: "read_skill", server: "office" }, error: "Not this one" },
    ]);
  });
});

it("are not spoken of where no server has some", async () => {
  await using endpoint = await openTestEndpoint([]);
  const client = await endpoint.join({ door: "stream", revision: "2025-11-25" });
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain("list_skills");
  expect(textOf(await client.callTool({ name: "list_skills", arguments: {} }))).toBe("No server has skills.");
});

async function skillServer(): Promise<ServerSpec> {
  const files = { "pdf/SKILL.md": SKILL, "pdf/references/FORMS.md": "Every field has a name." };
  const skills = await SkillsExtension.load(memorySkillFiles(files));
  return {
    type: "channel",
    name: "office",
    source: "program",
    open() {
      const [ours, theirs] = InMemoryTransport.createLinkedPair();
      const server = new McpServer({ name: "office", version: "1" });
      skills.attach(server);
      void server.connect(theirs);
      return ours;
    },
  };
}
