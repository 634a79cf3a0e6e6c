import { expect, it } from "vitest";

import { scripted } from "../support/scripted.ts";

const everything = {
  loadSession: true,
  sessionCapabilities: { list: {}, resume: {}, delete: {}, close: {}, additionalDirectories: {} },
  auth: { logout: {} },
};

it("[R46, R53, R140] asks for nothing that the agent has not advertised", async () => {
  await using run = await scripted({ capabilities: { sessionCapabilities: {} } });
  const { agent } = run;
  const here = { cwd: "/" };
  const session = await agent.newSession(here);
  const refused = [
    [agent.loadSession("s", here), "loadSession"],
    [agent.resumeSession("s", here), "sessionCapabilities.resume"],
    [agent.listSessions(), "sessionCapabilities.list"],
    [agent.deleteSession("s"), "sessionCapabilities.delete"],
    [agent.logout(), "auth.logout"],
    [agent.newSession({ ...here, additionalDirectories: ["/tmp"] }), "sessionCapabilities.additionalDirectories"],
  ] as const;
  for (const [asked, capability] of refused) {
    await expect(asked).rejects.toMatchObject({ code: "not_advertised", details: { capability } });
  }
  await session.close();
  const asked = run.wire.messages.flatMap(({ from, message }) =>
    from === "client" && message && "method" in message ? [message.method] : [],
  );
  expect(asked).toEqual(["initialize", "session/new"]);
});

it("[R46, R49] asks for what it has advertised, and takes null for an empty answer", async () => {
  const nothing = { result: null };
  const methods = ["session/load", "session/resume", "session/delete", "session/close", "logout", "authenticate"];
  await using run = await scripted({
    capabilities: everything,
    authMethods: [{ id: "web", name: "In the browser" }],
    answers: Object.fromEntries(methods.map((method) => [method, nothing])),
  });
  const { agent } = run;
  const loaded = await agent.loadSession("one", { cwd: "/", additionalDirectories: ["/tmp"] });
  const resumed = await agent.resumeSession("two", { cwd: "/" });
  expect([loaded.id, loaded.modes, loaded.configOptions, resumed.id]).toEqual(["one", undefined, [], "two"]);
  await agent.deleteSession("three");
  await agent.authenticate("web");
  await agent.logout();
  await loaded.close();
  await resumed.close();
  expect(run.wire.sent("session/load")).toEqual([
    { sessionId: "one", cwd: "/", mcpServers: [], additionalDirectories: ["/tmp"] },
  ]);
  expect(run.wire.sent("session/resume")).toEqual([{ sessionId: "two", cwd: "/", mcpServers: [] }]);
});

it("[R54, R57, R160] gives a page of sessions as the agent gave it, without what cannot be one", async () => {
  const sessions = [
    { sessionId: "a", cwd: "/a", additionalDirectories: ["/x"], _meta: { star: true } },
    { sessionId: 7 },
    null,
    { sessionId: "b", cwd: "/a", title: null },
  ];
  await using run = await scripted({
    capabilities: everything,
    answers: { "session/list": { result: { sessions, nextCursor: "opaque=" } } },
  });
  const page = await run.agent.listSessions({ cwd: "/a", cursor: "here" });
  expect(page).toEqual({ sessions: [sessions[0], sessions[3]], nextCursor: "opaque=" });
  expect(run.wire.sent("session/list")).toEqual([{ cwd: "/a", cursor: "here" }]);
});

it("[R57, Y-13] takes an answer without a list for an empty list, and the end of it", async () => {
  await using run = await scripted({ capabilities: everything, answers: { "session/list": { result: null } } });
  await expect(run.agent.listSessions()).resolves.toEqual({ sessions: [], nextCursor: null });
});

it("[R60] takes a session that is gone for closed and deleted", async () => {
  const gone = { error: { code: -32002, message: "No such session" } };
  await using run = await scripted({
    capabilities: everything,
    answers: { "session/close": gone, "session/delete": gone },
  });
  const session = await run.agent.newSession({ cwd: "/" });
  await session.close();
  await run.agent.deleteSession(session.id);
});

it("[E-08] says that a session is not there, in a way that a caller can recognise", async () => {
  await using run = await scripted({ sessions: [] });
  await expect(run.agent.loadSession("nope", { cwd: "/" })).rejects.toMatchObject({
    code: "session_not_found",
    details: { method: "session/load", errorCode: -32002 },
  });
});

it("[Z-01] says how to sign in when the agent wants it, and goes on when that is done", async () => {
  await using run = await scripted({ authRequired: true, authMethods: [{ id: "web", name: "In the browser" }] });
  await expect(run.agent.newSession({ cwd: "/" })).rejects.toMatchObject({
    code: "sign_in_needed",
    message: expect.stringContaining("In the browser (web)"),
    details: { authMethods: [{ id: "web", name: "In the browser" }] },
  });
  await run.agent.authenticate("web");
  await run.agent.newSession({ cwd: "/" });
});

it("[Z-04] goes by the code of an error, not by its words", async () => {
  const error = {
    code: -32603,
    message: "401 Unauthorized: authentication required",
    data: { details: "by the tool" },
  };
  await using run = await scripted({ answers: { "session/new": { error } } });
  await expect(run.agent.newSession({ cwd: "/" })).rejects.toMatchObject({
    code: "agent_refused",
    message: expect.stringMatching(/session\/new.*-32603: .*401 Unauthorized.*by the tool/),
    details: { errorCode: -32603, errorData: { details: "by the tool" } },
  });
});

it("[R137, R139] signs in only by methods the agent named, and by none for a terminal", async () => {
  const terminal = { type: "terminal", id: "cli", name: "In a terminal", args: ["login"] } as const;
  await using run = await scripted({ authMethods: [terminal] });
  await expect(run.agent.authenticate("cli")).rejects.toMatchObject({ code: "not_advertised" });
  await expect(run.agent.authenticate("web")).rejects.toThrow(/"web".*Available: cli/);
  expect(run.wire.sent("authenticate")).toEqual([]);
});
