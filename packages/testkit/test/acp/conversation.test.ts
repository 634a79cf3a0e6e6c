import { isNotification, isResponse } from "../../src/acp/wire/json-rpc.ts";
import { calls, loadSchemaCheck } from "@tenon/testkit/acp";
import { describe, expect, it } from "vitest";

import { connections } from "./connections.ts";
import { converse, wholeClient, wholeScript } from "./whole-session.ts";

const violations = loadSchemaCheck();

describe.each(Object.entries(connections))("a scripted client and a scripted agent over %s", (_name, connect) => {
  it("[R1][R4][R25] speak nothing but the protocol, through a whole session", async () => {
    const { options, files, terminals } = wholeClient();
    await using client = await connect(wholeScript, options);
    const sessionId = await converse(client);

    expect(client.transcript.problems("agent")).toEqual([]);
    expect(client.transcript.problems("client")).toEqual([]);
    expect(violations(client.transcript.entries)).toEqual([]);

    expect(client.text(sessionId)).toBe(
      "Grüße 👋 on\ntwo lines\u2028.\n" +
        'fs/read_text_file: {"content":"two\\n"}\n' +
        "fs/write_text_file: {}\n" +
        "2 tests passed\nmake ended with 0\n" +
        "listening\nserve ended with SIGKILL\n" +
        "fs/read_text_file failed: -32002 No such file: /project/missing.txt\n" +
        'elicitation/create: {"action":"accept","content":{"colour":"blue"}}\n' +
        "Still here: Well?",
    );
    expect(files.get("/project/b.txt")).toBe("new");
    expect(terminals.open.size).toBe(0);
    expect(client.updates("stored-1")).toEqual(wholeScript.sessions?.[0]?.history);
  });
});

describe("the order of a conversation", () => {
  const connect = connections["a linked pair of messages"]!;

  it("[R84][R83] reports a tool from pending over permission and progress to its end", async () => {
    await using client = await connect(wholeScript, wholeClient().options);
    const sessionId = await converse(client);
    const lifecycle = client.updates(sessionId).flatMap((update) => {
      if (update.sessionUpdate !== "tool_call" && update.sessionUpdate !== "tool_call_update") return [];
      return [`${update.toolCallId} ${update.status}`];
    });
    expect(lifecycle).toEqual([
      "tool-call-1 pending",
      "tool-call-1 in_progress",
      "tool-call-1 completed",
      "tool-call-2 pending",
      "tool-call-2 failed",
    ]);
    const asked = client.transcript.entries.findIndex(calls("session/request_permission"));
    expect(indexOfUpdate("pending")).toBeLessThan(asked);
    expect(indexOfUpdate("in_progress")).toBeGreaterThan(asked);

    function indexOfUpdate(status: string) {
      return client.transcript.entries.findIndex(
        ({ text }) => text.includes(`"status":"${status}"`) && text.includes("tool-call-1"),
      );
    }
  });

  it("[R67][R48] sends nothing of a turn, and nothing of a replay, after its response", async () => {
    await using client = await connect(wholeScript, wholeClient().options);
    await converse(client);
    const received = client.transcript.entries.filter(({ from }) => from === "agent");
    const kinds = received.map(({ message }) => {
      if (!message) return "noise";
      if (isResponse(message)) return "response";
      return isNotification(message) ? "update" : "request";
    });
    // initialize, new, (commands) prompt, prompt, prompt, list, (history) load, close
    expect(kinds.join(" ").replaceAll(/(request|update)( (request|update))*/g, "…")).toBe(
      "response response … response … response … response response … response response",
    );
  });

  it("[R71] answers a pending permission with cancelled, and [R68] the turn ends cancelled", async () => {
    await using client = await connect(wholeScript, wholeClient().options);
    await converse(client);
    const texts = client.transcript.entries.map(({ text }) => text);
    const cancel = texts.findIndex((text) => text.includes("session/cancel"));
    expect(texts.slice(cancel).join("\n")).toContain('{"outcome":{"outcome":"cancelled"}}');
    expect(texts.slice(cancel).join("\n")).toContain('{"stopReason":"cancelled"}');
  });
});
