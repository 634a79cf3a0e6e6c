/**
 * What a user sets in a session: mode, model, thought level.
 */

import type { SessionConfigOption, SessionModeState } from "@agentclientprotocol/sdk";
import type { ModelChoice } from "@tenon/agent";
import { calls, reject } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { type ScriptedAnswer, scriptedModel } from "../scripted-model.ts";
import type { SuiteStage } from "./suite-stage.ts";

export function settingsCases(stage: SuiteStage): void {
  describe("settings", () => {
    it("[R124] [R126] [R128] [R129] a session says what can be set, and what is", async () => {
      await using client = await stage.initialized({ agent: { models: twoModels() } });
      const { modes, configOptions } = await client.newSession();
      expect(idsOf(modes)).toContain(modes?.currentModeId);
      expect(configOptions?.map(({ category }) => category)).toEqual(["mode", "model", "thought_level"]);
      for (const option of configOptions ?? []) expect(valuesOf(option)).toContain(option.currentValue);
      expect(valuesOf(configOptions?.[0])).toEqual(idsOf(modes));
    });

    it("[R125] [R127] [R129] [R131] [J-02] [J-03] modes and options are set, sent to the client, and in step", async () => {
      await using client = await stage.initialized({ agent: { models: twoModels() } });
      const { sessionId, modes } = await client.newSession();
      for (const modeId of [...idsOf(modes), "architect"]) {
        await expect(client.request("session/set_mode", { sessionId, modeId })).resolves.toEqual({});
      }
      const told = client.updates(sessionId).filter(({ sessionUpdate }) => sessionUpdate === "current_mode_update");
      expect(told.at(-1)).toMatchObject({ currentModeId: "architect" });
      const option = client.updates(sessionId).findLast((update) => update.sessionUpdate === "config_option_update");
      expect(option?.configOptions.map(({ currentValue }) => currentValue)).toEqual(["architect", "small", "default"]);
      const { configOptions } = await client.request("session/set_config_option", {
        sessionId,
        configId: "mode",
        value: "code",
      });
      expect(configOptions.map(({ currentValue }) => currentValue)).toEqual(["code", "small", "default"]);
      expect(client.updates(sessionId)).toContainEqual({ sessionUpdate: "current_mode_update", currentModeId: "code" });
    });

    it("[R125] [R127] what is not offered is refused, and changes nothing", async () => {
      await using client = await stage.initialized({ agent: { models: twoModels() } });
      const { sessionId, configOptions } = await client.newSession();
      const wrong: readonly [string, object][] = [
        ["session/set_mode", { modeId: "yolo" }],
        ["session/set_config_option", { configId: "mode", value: "yolo" }],
        ["session/set_config_option", { configId: "model", value: "nobody/nothing" }],
        ["session/set_config_option", { configId: "colour", value: "red" }],
        ["session/set_config_option", { configId: "thought_level", value: "enormous" }],
      ];
      for (const [method, params] of wrong) {
        await expect(client.request(method, { sessionId, ...params })).rejects.toMatchObject({ code: -32602 });
      }
      await client.request("session/close", { sessionId });
      const loaded = await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
      expect(loaded.configOptions).toEqual(configOptions);
    });

    it("[I-08] [R61] each session has its own, also after it is loaded", async () => {
      await using client = await stage.initialized({ agent: { models: twoModels() } });
      const [first, second] = [await client.newSession(), await client.newSession()];
      const set = (sessionId: string, configId: string, value: string) =>
        client.request("session/set_config_option", { sessionId, configId, value });
      await set(first.sessionId, "model", "large");
      await set(first.sessionId, "thought_level", "high");
      await set(second.sessionId, "mode", "code");
      const values = async ({ sessionId }: { readonly sessionId: string }) => {
        await client.request("session/close", { sessionId });
        const { configOptions } = await client.request("session/load", { sessionId, cwd: "/", mcpServers: [] });
        return configOptions?.map(({ currentValue }) => currentValue);
      };
      await expect(values(first)).resolves.toEqual(["ask", "large", "high"]);
      await expect(values(second)).resolves.toEqual(["code", "small", "default"]);
    });

    it("[R132] [J-01] [J-03] a change in the middle of a turn holds from the next call on", async () => {
      const write = (path: string) => ({ calls: [{ name: "write_file", args: { path, content: "x" } }] });
      const small = scriptedModel([write("/nowhere-1/a"), write("/nowhere-1/b")]);
      await using client = await stage.initialized({
        model: small,
        answers: {
          "session/request_permission": async (params, context) => {
            await client.request("session/set_mode", { sessionId, modeId: "architect" });
            return await reject(params, context);
          },
        },
      });
      const { sessionId } = await client.newSession();
      await expect(client.prompt(sessionId, "write")).resolves.toEqual({ stopReason: "end_turn" });
      expect(JSON.stringify(small.requests.at(-1)?.messages.at(-1))).toContain("architect");
      expect(client.transcript.entries.filter(calls("session/request_permission"))).toHaveLength(1);
    });

    it("[R132] another model answers from the next step of the turn on", async () => {
      const small = [{ calls: [{ name: "write_file", args: { path: "/nowhere-1/a", content: "x" } }] }];
      await using client = await stage.initialized({
        agent: { models: twoModels({ small, large: [{ text: "I am large." }] }) },
        answers: {
          "session/request_permission": async (params, context) => {
            await client.request("session/set_config_option", { sessionId, configId: "model", value: "large" });
            return await reject(params, context);
          },
        },
      });
      const { sessionId } = await client.newSession();
      await client.prompt(sessionId, "go");
      expect(client.text(sessionId)).toBe("I am large.");
    });
  });
}

function idsOf(modes: SessionModeState | null | undefined): readonly string[] {
  return modes?.availableModes.map(({ id }) => id) ?? [];
}

function valuesOf(option: SessionConfigOption | undefined): readonly unknown[] {
  if (option?.type !== "select") return [];
  return option.options.flatMap((choice) => ("value" in choice ? [choice.value] : []));
}

/** Two models of one provider, by the names `small` and `large`. */
function twoModels(scripts: Readonly<Record<string, readonly ScriptedAnswer[]>> = {}): ModelChoice {
  const ids = ["small", "large"];
  const models = ids.map((id) => scriptedModel(scripts[id] ?? [], { id, thoughtLevels: ["low", "high"] }));
  return {
    defaultId: "small",
    accepts: { image: true, audio: true },
    known: ids.map((id) => ({ id, name: id })),
    async open(id) {
      const found = models.find((model) => model.id === id);
      if (!found) throw new Error(`Unknown model ${id}`);
      return found;
    },
  };
}
