/**
 * The requests about an open session: prompts, settings, the end.
 */

import { methods, RequestError } from "@agentclientprotocol/sdk";
import { defined, objectOf } from "@tenon/basis";

import type { Usage } from "../model/model.ts";
import type { LazySessions } from "./lazy-sessions.ts";
import type { AgentApp } from "./opening-routes.ts";
import { throwWireError } from "./wire-error.ts";

export function addSessionRoutes(
  app: AgentApp,
  { sessions, isUnstable }: { readonly sessions: LazySessions; readonly isUnstable: boolean },
): void {
  const { prompt, setMode, setConfigOption, cancel, close } = methods.agent.session;
  app
    .onRequest(prompt, async ({ params, signal }) => {
      const session = await sessions.find(params.sessionId);
      // No provider takes a message with nothing in it.
      if (params.prompt.length === 0 && !session.unfinished)
        throw RequestError.invalidParams(undefined, "The prompt is empty");
      let used: Usage = {};
      const stopReason = await session
        .prompt(params.prompt, {
          signal,
          onUsage: (usage) => void (used = usage),
          ...(params._meta && { meta: params._meta }),
        })
        .catch(throwWireError);
      return { stopReason, ...defined({ usage: isUnstable ? usageOfTurn(used) : undefined }) };
    })
    .onRequest(setMode, async ({ params }) => {
      await (await sessions.find(params.sessionId)).setMode(params.modeId);
      return {};
    })
    .onRequest(setConfigOption, async ({ params }) => {
      const session = await sessions.find(params.sessionId);
      await session.setOption(params.configId, params.value);
      return { configOptions: session.configOptions };
    })
    .onNotification(cancel, ({ params }) => sessions.cancel(params.sessionId))
    .onRequest(close, async ({ params }) => {
      const { sessionId, _meta: meta } = params;
      await sessions.find(sessionId);
      const opened = await sessions.open();
      await (objectOf(meta?.["tenon"])["whole"] === true ? opened.closeWhole(sessionId) : opened.close(sessionId));
      return {};
    });
}

/** In the protocol's unstable form; undefined if no provider counted. */
function usageOfTurn({ input, output, thought, cachedRead, cachedWrite }: Usage) {
  if (input === undefined || output === undefined) return undefined;
  return {
    totalTokens: input + output,
    inputTokens: input,
    outputTokens: output,
    ...defined({ thoughtTokens: thought, cachedReadTokens: cachedRead, cachedWriteTokens: cachedWrite }),
  };
}
