/**
 * What each role may do to a turn that runs: answer what it asks, and stop it.
 */

import {
  type AgentScript,
  allow,
  calls,
  everyClientCapability,
  reject,
  type ScriptedClient,
  type ScriptedClientOptions,
} from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { spokenModel } from "../support/spoken-model.ts";
import { expected, type Role, ROLES } from "./support/roles.ts";
import { type ClientOptions, servePeople, type ServedPeople } from "./support/serve-people.ts";

const PERMISSION: AgentScript = {
  turns: [
    {
      steps: [
        {
          type: "ask",
          title: "May I?",
          picked: { allow: [{ type: "say", text: "accept" }], reject: [{ type: "say", text: "decline" }] },
        },
      ],
    },
  ],
};
const FORM: AgentScript = {
  turns: [
    {
      steps: [
        {
          type: "call",
          method: "elicitation/create",
          params: { mode: "form", message: "Which?", requestedSchema: { type: "object", properties: {} } },
        },
      ],
    },
  ],
};

describe.each([
  ["session/request_permission", PERMISSION],
  ["elicitation/create", FORM],
] as const)("%s", (method, script) => {
  it.each(ROLES)("comes to %s, and their answer counts, only if they may answer", async (role) => {
    await using served = await servePeople({ scripts: { other: script } });
    const released = Promise.withResolvers<void>();
    const people = await peopleOf(served, role);
    const { sessionId, beginner } = await begun(served, people, {
      path: "/acp?agent=other",
      ...answering("decline", released.promise),
    });
    await using _ = beginner;
    await using client = await served.acp(people.someone, answering("accept"));
    // Of those who may not look at it, it is refused.
    await client.request("_tenon/session/attach", { sessionId }).catch(() => {});
    const turn = beginner.prompt(sessionId, "go");
    await beginner.transcript.when(calls(method));
    await client.request("session/list", {});
    const mayAnswer = expected("answer", role) === "allowed";
    if (!mayAnswer) released.resolve();
    await turn;
    expect(beginner.text(sessionId)).toContain(mayAnswer ? "accept" : "decline");
    expect(client.transcript.entries.some(calls(method))).toBe(mayAnswer);
  });
});

it.each(ROLES)("session/cancel of %s stops the turn only if they may prompt", async (role) => {
  const model = spokenModel();
  await using served = await servePeople({ model });
  const people = await peopleOf(served, role);
  const { sessionId, beginner } = await begun(served, people);
  await using _ = beginner;
  await using client = await served.acp(people.someone);
  await client.request("_tenon/session/attach", { sessionId }).catch(() => {});
  const turn = beginner.prompt(sessionId, "go");
  model.say("on");
  await beginner.transcript.when(({ text }) => text.includes('"on"'));
  await client.notify("session/cancel", { sessionId });
  await client.request("session/list", {});
  const mayPrompt = expected("prompt", role) === "allowed";
  if (!mayPrompt) model.finish();
  expect(await turn).toMatchObject({ stopReason: mayPrompt ? "cancelled" : "end_turn" });
});

async function peopleOf(served: ServedPeople, role: Role) {
  const owner = await served.add("The owner");
  const kind = role === "guest" || role === "administrator" ? role : "member";
  return { owner, role, someone: role === "owner" ? owner : await served.add(`A person: ${role}`, kind) };
}

/** A session of the owner, in which someone has a role. */
async function begun(
  served: ServedPeople,
  { owner, role, someone }: Awaited<ReturnType<typeof peopleOf>>,
  options: ClientOptions = {},
): Promise<{ readonly sessionId: string; readonly beginner: ScriptedClient }> {
  const beginner = await served.acp(owner, options);
  const { sessionId } = await beginner.newSession({ cwd: served.folder });
  if (role === "viewer" || role === "approver" || role === "prompter" || role === "collaborator") {
    await served.share(sessionId, someone, role);
  }
  return { sessionId, beginner };
}

function answering(action: "accept" | "decline", when: Promise<void> = Promise.resolve()): ScriptedClientOptions {
  const pick = action === "accept" ? allow : reject;
  return {
    capabilities: everyClientCapability,
    answers: {
      "session/request_permission": async (params, context) => {
        await when;
        return await pick(params, context);
      },
      "elicitation/create": async () => {
        await when;
        return action === "accept" ? { action, content: {} } : { action };
      },
    },
  };
}
