/**
 * What other people's requests leave on the machine of the gateway's user: no remembered answers, no programs, and no more
 * server processes than they may have.
 */

import { makeGrant, memoryGrantStore } from "@tenon/policy";
import { type AgentScript, allow, type ScriptedClient } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { asPerson } from "../../src/sessions/as-person.ts";
import { offeredTo } from "../../src/sessions/questions/offered-to.ts";
import { runsOnce } from "../support/runs-once.ts";
import { servePeople } from "./support/serve-people.ts";

const OPTIONS = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "allow-session", name: "Allow, until this session ends", kind: "allow_always" },
  { optionId: "allow-always", name: "Allow always", kind: "allow_always" },
  { optionId: "reject-once", name: "Reject once", kind: "reject_once" },
  { optionId: "reject-always", name: "Reject always", kind: "reject_always" },
] as const;

describe("an answer of a person who is no administrator", () => {
  it("holds once or until the session ends, and never becomes a grant of the machine's user", async () => {
    const grants = memoryGrantStore();
    await using served = await servePeople({ model: runsOnce("printf done"), services: async () => ({ grants }) });
    const alice = await served.add("Alice");
    const seen: string[][] = [];
    await using client = await served.acp(alice, {
      answers: {
        "session/request_permission": ({ options }) => {
          seen.push(options.map(({ optionId }) => optionId));
          return { outcome: { outcome: "selected", optionId: "allow-session" } };
        },
      },
      capabilities: {},
    });
    const { sessionId } = await client.newSession({ cwd: served.folder });
    await client.prompt(sessionId, "go");
    expect(seen).toEqual([["allow-once", "allow-session", "reject-once"]]);
    expect(await grants.list()).toEqual([]);
    // It is theirs to see and to revoke; what the machine's user has answered is not.
    await grants.add(ofTheUser());
    const listed = await said(client, sessionId, "/grants");
    expect(listed).toContain("printf done");
    expect(listed).not.toContain("rm -rf");
    const [, id = ""] = /`([0-9a-f]+)`/.exec(listed) ?? [];
    expect(await said(client, sessionId, `/grants revoke ${id}`)).toContain("Revoked");
    expect(await said(client, sessionId, "/grants")).toContain("No permissions are remembered");
    expect(await grants.list()).toHaveLength(1);
  });

  it("that was not offered to them is no answer", async () => {
    await using served = await servePeople({ scripts: { other: ASKING } });
    const alice = await served.add("Alice");
    await using owner = await served.acp(alice, {
      path: "/acp?agent=other",
      answers: { "session/request_permission": () => ({ outcome: { outcome: "selected", optionId: "allow-always" } }) },
    });
    const { sessionId } = await owner.newSession({ cwd: served.folder });
    const prompted = owner.prompt(sessionId, "go");
    await using administrator = await served.acp(served.localToken, {
      path: "/acp?agent=other",
      answers: { "session/request_permission": allow },
    });
    await administrator.request("_tenon/session/attach", { sessionId });
    await prompted;
    expect(owner.text(sessionId)).toContain('"optionId":"allow-once"');
  });

  it("is an administrator's own choice", async () => {
    await using served = await servePeople();
    const administrator = await served.people.access((await served.add("Root", "administrator")).id);
    const member = await served.people.access((await served.add("Alice")).id);
    const request = {
      jsonrpc: "2.0",
      id: 1,
      method: "session/request_permission",
      params: { options: OPTIONS },
    } as const;
    expect(offeredTo({ access: administrator }, request)).toBe(request);
    expect(offeredTo({ access: undefined }, request)).toBe(request);
    expect(offeredTo({ access: member }, request).params).toEqual({ options: [OPTIONS[0], OPTIONS[1], OPTIONS[3]] });
  });
});

describe("a request of a person who is no administrator", () => {
  it("brings an agent no options of its own, which may name programs to start", async () => {
    await using served = await servePeople();
    const alice = await served.add("Alice");
    const access = await served.people.access(alice.id);
    const params = {
      cwd: "/",
      _meta: {
        claudeCode: { options: { executable: "/tmp/evil" } },
        traceparent: "00-1-2-01",
        tenon: { agent: "other", account: "someone else" },
      },
    };
    const request = { jsonrpc: "2.0", id: 1, method: "session/new", params } as const;
    expect(asPerson(access, request).params).toEqual({
      cwd: "/",
      _meta: { traceparent: "00-1-2-01", tenon: { agent: "other", account: alice.id } },
    });
    expect(asPerson(served.people.local, request)).toBe(request);
  });

  it("counts its session's servers for that person, within their limit", async () => {
    const accounts: (string | undefined)[] = [];
    const openHub = ({ account }: { readonly account?: string }) => {
      accounts.push(account);
      throw new Error("There are no servers here");
    };
    await using served = await servePeople({ services: async () => ({ openHub }) });
    const alice = await served.add("Alice");
    await expect(served.session(alice)).rejects.toThrow();
    await expect(served.session(served.localToken)).rejects.toThrow();
    expect(accounts).toEqual([alice.id, undefined]);
    expect(served.people.maxServers(alice.id)).toBe(100);
    await served.ask(served.localToken, `/api/people/${alice.id}`, {
      method: "PATCH",
      body: { allowance: { maxServers: 3 } },
    });
    expect(served.people.maxServers(alice.id)).toBe(3);
    expect(served.people.maxServers("a person who was never here")).toBe(0);
  });

  it("calls a tool of a session that they own, and it is in the audit", async () => {
    await using served = await servePeople();
    const [alice, bob] = [await served.add("Alice"), await served.add("Bob")];
    await using owner = await served.acp(alice);
    const { sessionId } = await owner.newSession({ cwd: served.folder });
    await served.share(sessionId, bob, "collaborator");
    const call = { sessionId, server: "nowhere", tool: "echo", arguments: {} };
    await expect(owner.request("_tenon/tools/call", call)).rejects.toThrow("there is none called nowhere");
    await using other = await served.acp(bob);
    await expect(other.request("_tenon/tools/call", call)).rejects.toThrow("You may not share, rename, delete");
    const { json } = await served.ask(served.localToken, "/api/audit?action=tool-call");
    expect(json["entries"]).toMatchObject([{ name: "Alice", details: { server: "nowhere", tool: "echo" } }]);
  });
});

const ASKING: AgentScript = {
  turns: [
    {
      steps: [
        {
          type: "call",
          method: "session/request_permission",
          params: { toolCall: { toolCallId: "1", title: "May I?" }, options: [...OPTIONS] },
        },
      ],
    },
  ],
};

function ofTheUser() {
  const target = { type: "command", words: ["rm", "-rf"] } as const;
  return makeGrant({ target, verdict: "allow", scope: { type: "everywhere" }, lifetime: "always", now: new Date() });
}

/** What the agent answers to a prompt. */
async function said(client: ScriptedClient, sessionId: string, prompt: string): Promise<string> {
  const before = client.text(sessionId).length;
  await client.prompt(sessionId, prompt);
  return client.text(sessionId).slice(before);
}
