/**
 * What happens during a call: progress, a question to the person, the end of the server, and the end of the turn.
 */

import { lentTool } from "../lent-tool.ts";
import type { MatrixCase } from "../matrix-case.ts";
import { within } from "../waiting.ts";

const PROGRESS = "MILESTONE";

const echo = lentTool("echo", "arrival_echo");
const steady = lentTool("steady", "arrival_steady", [
  { type: "progress", times: 3, total: 3, message: PROGRESS, everyMilliseconds: 300 },
]);
const curious = lentTool("curious", "arrival_curious", [
  {
    type: "elicit",
    params: {
      message: "Who are you?",
      requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    },
  },
]);
const one = lentTool("one", "arrival_which");
const two = lentTool("two", "arrival_which");
const mortal = lentTool("mortal", "arrival_mortal", [{ type: "crash", exitCode: 1 }]);
const endless = lentTool("endless", "arrival_endless", [{ type: "wait-for-cancel" }]);

const progress: MatrixCase = {
  name: "progress",
  title: "progress notifications of a call: the client sees them while the call runs",
  tools: [steady],
  async play({ call, level, shown, server }) {
    await call(steady);
    const reached = await level(steady);
    const isShown = shown.some((text) => text.includes(PROGRESS));
    const calls = (await server.recorded()).filter((record) => record.type === "message");
    const hasToken = calls.some(({ message }) => JSON.stringify(message).includes("progressToken"));
    const detail = hasToken ? "the agent asked for progress and showed none" : "the agent asked for no progress";
    return { isArrived: reached === "returned" && isShown, level: reached, detail: isShown ? "" : detail };
  },
};

const elicitation: MatrixCase = {
  name: "elicitation",
  title: "a question of the server to the person in the middle of a call",
  tools: [curious],
  async play({ call, level, server, elicited }) {
    await call(curious);
    const reached = await level(curious);
    const answers = (await server.recorded()).filter((record) => record.type === "client-answer");
    const isAnswered = answers.some(({ answer }) => JSON.stringify(answer).includes('"accept"'));
    const detail = elicited() === 0 ? "the client was not asked" : "the answer did not reach the server";
    return { isArrived: isAnswered && reached === "returned", level: reached, detail: isAnswered ? "" : detail };
  },
};

const crash: MatrixCase = {
  name: "crash",
  title: "the server's process ends during a call: the turn goes on, and the next prompt can call its tools",
  tools: [mortal, echo],
  async play({ call, level, server }) {
    await call(mortal);
    const first = await level(mortal);
    if (first !== "called" && first !== "returned") return { isArrived: false, level: first, detail: "" };
    // A server over HTTP does not come back by itself.
    if ("restart" in server) await server.restart();
    await call(echo);
    const reached = await level(echo);
    const isArrived = reached === "returned";
    return { isArrived, level: reached, detail: isArrived ? "" : "the server was not started again" };
  },
};

const cancel: MatrixCase = {
  name: "cancel",
  title:
    "the client cancels the turn during a call: the server gets `notifications/cancelled`, and the next prompt can call its tools",
  tools: [endless, echo],
  async play({ call, level, server, session }) {
    const turn = call(endless);
    const isStarted = await Promise.race([within(30_000, server.until("call-start")), turn.then(() => false)]);
    if (!isStarted) return { isArrived: false, level: await level(endless), detail: "" };
    await session.cancel();
    const stopReason = await turn;
    const isTold = await within(5_000, server.until("call-cancel"));
    await call(echo);
    const reached = await level(echo);
    const faults = [
      ...(stopReason === "cancelled" ? [] : [`the turn ended with ${stopReason}`]),
      ...(isTold ? [] : ["the server got no cancellation"]),
      ...(reached === "returned" ? [] : ["the next call failed"]),
    ];
    return { isArrived: faults.length === 0, level: reached, detail: faults.join(", ") };
  },
};

const twoSessions: MatrixCase = {
  name: "two-sessions",
  title:
    "two sessions at once, each with a server `alpha` of its own whose tools have the same names: each calls its own, and no other",
  tools: [one],
  otherTools: [two],
  async play({ call, level, server, other }) {
    if (!other) throw new Error("There is no second session.");
    await Promise.all([call(one), other.call(two)]);
    const reached = [await level(one), await other.level(two)] as const;
    const callsAt = async (at: typeof server) =>
      (await at.recorded()).filter(({ type }) => type === "call-start").length;
    const calls = [await callsAt(server), await callsAt(other.server)];
    const isArrived = reached.every((each) => each === "returned") && calls.every((count) => count === 1);
    const detail = isArrived ? "" : `calls at the first server: ${calls[0]}, at the second: ${calls[1]}`;
    return { isArrived, level: reached.find((each) => each !== "returned") ?? "returned", detail };
  },
};

export const conductCases: readonly MatrixCase[] = [progress, elicitation, crash, cancel, twoSessions];
