/**
 * What goes wrong, and what the page makes of it: nothing that was written is lost, and it says why.
 */

import { itemsOf, objectOf } from "@tenon/basis";
import { describe, expect, it } from "vitest";

import { addTurn } from "../support/much.ts";
import { fillWithCalls, permissionQuestion } from "../support/sample-calls.ts";
import type { FakeSession } from "../support/fake-session.ts";
import type { Stage } from "../support/stage.ts";

export function surviving(stage: () => Stage): void {
  describe("What goes wrong", () => {
    it("[B11] shows at once that the network is gone, and sends what was written when it is back", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      await expect.poll(() => gateway.connections).toBe(3);
      await page.context().setOffline(true);
      await page.getByText("Connection lost").waitFor();
      await page.getByLabel("Message").fill("Written on a train");
      await page.keyboard.press("Enter");
      await page.getByRole("list", { name: "Queue" }).getByText("Queued").waitFor();
      await page.context().setOffline(false);
      await page.getByRole("article").getByText("Written on a train").waitFor();
      await page.getByText("Connection lost").waitFor({ state: "detached" });
    });

    it("[B11] shows within five seconds that nothing comes through any more", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await scene.open("/s/s1");
      await expect.poll(() => gateway.connections).toBe(3);
      await page.clock.install();
      gateway.isMute = true;
      gateway.isDown = true;
      await page.clock.runFor(5_000);
      await page.getByText("Connection lost").waitFor();
    });

    it("[B11] stays when the network is gone before a part of it is loaded, and loads that later", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      gateway.add({ id: "s1" });
      await page.route("**/assets/help-dialog-*", (route) => route.abort("internetdisconnected"));
      await scene.open("/s/s1");
      const failed = page.waitForEvent("requestfailed");
      await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
      await failed;
      await page.getByLabel("Message").fill("Still here");
      await page.unroute("**/assets/help-dialog-*");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
      expect(await page.locator("#composer").inputValue()).toBe("Still here");
      // A part that is gone for good comes with the page of the gateway's new version, which is loaded once.
      await page.keyboard.press("Escape");
      await page.route("**/assets/palette-*", (route) => route.fulfill({ status: 404 }));
      await page.route(gateway.url, (route) =>
        route.fulfill({ body: '<script type="module" src="/new.js"></script>' }),
      );
      const reloaded = page.waitForEvent("load");
      await page.getByRole("button", { name: "Search for anything" }).click();
      await reloaded;
      await expect.poll(() => page.locator("#composer").inputValue()).toBe("Still here");
    });

    it("[B11] shows a question again after the connection was lost, and answers it", async () => {
      await using scene = await stage().scene({ isAlone: true });
      const { page, gateway } = scene;
      fillWithCalls(gateway.add({ id: "s1" }));
      await scene.open("/s/s1");
      await expect.poll(() => gateway.acp.received.some(({ method }) => method === "session/resume")).toBe(true);
      const answer = gateway.acp.ask("session/request_permission", permissionQuestion("s1"));
      await page.locator("button:enabled", { hasText: "Allow once" }).first().waitFor();
      gateway.drop();
      await page.getByRole("button", { name: "Allow once" }).waitFor({ state: "detached" });
      await page.locator("button:enabled", { hasText: "Allow once" }).first().click();
      expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "once" } });
    });

    it("[B8] says why a turn failed, and tries it again on a click", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      failTurn(session, 1, "Summarise it");
      await scene.open("/s/s1");
      await page.getByText("Internal error: Connection error.").waitFor();
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByText("Done.").waitFor();
      const prompt = gateway.acp.received.find(({ method }) => method === "session/prompt");
      expect(prompt?.params?.["prompt"]).toEqual([{ type: "text", text: "Summarise it" }]);
      expect(await page.getByRole("button", { name: "Retry" }).count()).toBe(0);
    });

    it("[B8] shows the exit code and the last words of an agent that exited, and tries its prompt again", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      const session = gateway.add({ id: "s1" });
      const prompt = [{ type: "text", text: "Go" }];
      session.append({ from: "client", message: { id: 1, method: "session/prompt", params: { prompt } } });
      const reason = 'The agent "qwen" exited with code 7. The end of its stderr:\nfatal: boom';
      session.append({ from: "tenon", message: { type: "interruption", reason } });
      await scene.open("/s/s1");
      await page.getByText("Interrupted: the agent exited").waitFor();
      expect(await page.getByLabel("Why").textContent()).toBe(reason);
      await page.getByRole("button", { name: "Retry" }).click();
      await page.getByText("Done.").waitFor();
      const again = gateway.acp.received.find(({ method }) => method === "session/prompt");
      expect(again?.params?.["prompt"]).toEqual(prompt);
    });

    it("[B9] continues in a new session with the record and everything that was not sent", async () => {
      await using scene = await stage().scene();
      const { page, gateway } = scene;
      gateway.acp.capabilities = { mcpCapabilities: { acp: true } };
      const session = gateway.add({ id: "s1", agent: "gemini", cwd: "/home/ada/engine" });
      addTurn(session, 1);
      const before = [
        [
          "s1",
          [
            { name: "clock", command: "clock", args: [], env: [] },
            { type: "acp", name: "device" },
          ],
        ],
      ];
      await page.addInitScript(`localStorage.setItem("tenon.session-servers", '${JSON.stringify(before)}')`);
      await scene.open("/s/s1");
      await page.getByLabel("Message", { exact: true }).fill("Half a sentence");
      // Joined before the connection ends, or the page has nothing to resume.
      await expect.poll(lentDevices).toHaveLength(1);
      gateway.acp.resumeRefusal = '"Method not found": session/resume';
      gateway.drop();
      await page.getByText("This session cannot be continued.").waitFor();
      await page.getByRole("button", { name: "Continue in a new session" }).click();
      await page.waitForURL(/session-2$/u);
      const composer = page.getByLabel("Message", { exact: true });
      await expect.poll(() => composer.inputValue()).toBe("Half a sentence");
      await page.getByRole("button", { name: "Remove earlier-session.md" }).waitFor();
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByRole("article").getByText("Half a sentence").waitFor();
      const sent = gateway.acp.received.findLast(({ method }) => method === "session/prompt");
      expect(JSON.stringify(sent?.params?.["prompt"])).toContain("Answer 1");
      const created = gateway.acp.received.find(({ method }) => method === "session/new");
      expect(created?.params).toMatchObject({ cwd: "/home/ada/engine", _meta: { tenon: { agent: "gemini" } } });
      // The device has another id in each session that it is lent to.
      const ids = lentDevices();
      expect(ids).toEqual(Array(3).fill(expect.stringMatching(/^device:[0-9a-f]{32}$/u)));
      expect(new Set(ids).size).toBe(ids.length);
      expect(created?.params?.["mcpServers"]).toHaveLength(2);

      function lentDevices(): readonly unknown[] {
        return gateway.acp.received.flatMap(({ params }) => deviceIds(params?.["mcpServers"]));
      }
    });
  });
}

function deviceIds(servers: unknown): readonly unknown[] {
  return itemsOf(servers)
    .map(objectOf)
    .flatMap(({ name, serverId }) => (name === "device" ? [serverId] : []));
}

function failTurn(session: FakeSession, id: number, text: string): void {
  const prompt = [{ type: "text", text }];
  session.append({ from: "client", message: { id, method: "session/prompt", params: { prompt } } });
  const error = { code: -32_603, message: "Internal error", data: { details: "Connection error." } };
  session.append({ from: "agent", message: { id, error } });
}
