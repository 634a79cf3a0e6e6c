/**
 * From another device, over `tenon serve --insecure-listen`: a page that is no secure context, so that browsers keep
 * `crypto.randomUUID`, `navigator.clipboard` and notifications from it.
 */

import { describe, expect, it } from "vitest";

import { TOOL_METHODS } from "../support/sample-tools.ts";
import { fillWithCalls } from "../support/sample-calls.ts";
import { PLAIN_HOST, type Scene, type Stage } from "../support/stage.ts";

export function overPlainHttp(stage: () => Stage): void {
  describe("Over plain HTTP", () => {
    it("starts a session that lends the device, and asks what that is called for", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      gateway.acp.capabilities = { mcpCapabilities: { acp: true } };
      await openPlainly(scene, "/");
      expect(await page.evaluate(() => [isSecureContext, "randomUUID" in crypto])).toEqual([false, false]);
      await page.getByRole("button", { name: "New session" }).click();
      await page.getByRole("button", { name: "Start" }).click();
      await page.waitForURL(/\/s\/session-1$/u);
      const created = gateway.acp.received.find(({ method }) => method === "session/new");
      expect(created?.params?.["mcpServers"]).toEqual([
        { type: "acp", name: "device", serverId: expect.stringMatching(/^device:[0-9a-f]{32}$/u) as string },
      ]);
      const [device] = (created?.params?.["mcpServers"] ?? []) as readonly { readonly serverId: string }[];
      const asked = { name: "ask_form", arguments: { message: "Which colour?", schema: COLOUR }, _meta: MCP_META };
      const call = { serverId: device?.serverId, requestId: "1", method: "tools/call", params: asked };
      const answer = gateway.acp.ask("mcp/message", { sessionId: "session-1", ...call });
      const question = page.getByRole("region", { name: "Question" });
      await question.getByLabel("colour").fill("green");
      await question.getByRole("button", { name: "Send" }).click();
      expect(JSON.stringify(await answer)).toContain("green");
      // The browser would refuse.
      expect(await page.getByRole("button", { name: /^Notify me/u }).count()).toBe(0);
      expect(scene.complaints).toEqual([]);
    });

    it("tries a tool, and copies: an entry, a link to it; or says that it could not", async () => {
      await using scene = await stage().scene({ isAlone: true, viewport: { width: 1400, height: 1200 } });
      const { page, gateway } = scene;
      gateway.acp.extensions = TOOL_METHODS;
      fillWithCalls(gateway.add({ id: "s1" }));
      await openPlainly(scene, "/s/s1");
      await page.getByRole("button", { name: "26 tools" }).click();
      const tool = page.getByRole("list", { name: "Tools of github" }).getByRole("listitem").last();
      await tool.getByRole("button", { name: "Try" }).click();
      await tool.getByLabel("repo").fill("ada/engine");
      await tool.getByRole("button", { name: "Call" }).click();
      await tool.getByText("#42 Back off").waitFor();

      const prompt = page.getByRole("article").filter({ hasText: "Make the retries back off." });
      const composer = page.getByLabel("Message", { exact: true });
      const pasted = async () => {
        await composer.fill("");
        await composer.press("Control+v");
        return await composer.inputValue();
      };
      await prompt.hover();
      await prompt.getByRole("button", { name: "Copy", exact: true }).click();
      expect(await pasted()).toBe("Make the retries back off.");
      await prompt.hover();
      await prompt.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Copy link" }).click();
      await expect.poll(pasted).toMatch(new RegExp(`^http://${PLAIN_HOST}:\\d+/s/s1#at=\\d+$`, "u"));

      await page.evaluate(() => (document.execCommand = () => false));
      await prompt.hover();
      await prompt.getByRole("button", { name: "Copy", exact: true }).click();
      await prompt.getByRole("button", { name: "The browser did not allow copying." }).waitFor();
      expect(scene.complaints).toEqual([]);
    });
  });
}

const COLOUR = { type: "object", properties: { colour: { type: "string" } } };
const MCP_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function openPlainly({ page, gateway }: Scene, path: string): Promise<void> {
  const { port } = new URL(gateway.url);
  await page.goto(`http://${PLAIN_HOST}:${port}${path}#token=${gateway.token}`);
}
