import { createToolIndex, type CatalogueTool, offer } from "@tenon/hub/offer";
import { listsFolder, readCatalogue } from "./search-quality/tool-lists.ts";
import { developmentRequests } from "./search-quality/requests/development-requests.ts";
const cat = await readCatalogue(listsFolder());
const indexOf = (tools: readonly CatalogueTool[], ballast: number) => {
  let i = createToolIndex();
  for (const [s, t] of Map.groupBy(tools, (t) => t.server)) i = i.replaceServer(s, t);
  return ballast
    ? i.replaceServer(
        "",
        Array.from({ length: ballast }, (_, n) => ({
          name: `${n}`,
          server: "",
          tool: "",
          title: "",
          description: "",
          inputSchema: {},
        })),
      )
    : i;
};
const full = indexOf(cat, 0);
const COMMON = new Set(
  "a about after all also am an and any anything are as at be been before but by call can could did do does for from get give had has have her here him his how i if in into is it its just let like m may me might mine more most much my need no not now of off ok okay on one or our out over please put re s she should so some something t than that the their them then there these they thing this those to too tool up us use using ve very want was we were what when where which while who why will with would yes you your".split(
    " ",
  ),
);
const content = (q: string) => [
  ...new Set(
    q
      .replace(/"[^"]*"|'[^']*'|`[^`]*`|\S*[\/@]\S*|\b[\w-]+\.[a-z]{1,4}\b|\d+/g, " ")
      .toLowerCase()
      .normalize("NFKD")
      .replace(/[\u0300-\u036F]/g, "")
      .split(/[^\p{L}\p{N}]+/u)
      .filter((w) => w && !COMMON.has(w)),
  ),
];
const chat = [
  "hello",
  "hi there",
  "thanks, that was great!",
  "what is the meaning of life?",
  "who are you?",
  "how are you today?",
  "what can you do?",
  "tell me a joke",
  "good morning",
  "ok",
  "yes please",
  "no, not that",
  "why is the sky blue?",
  "what's the weather like in Paris?",
  "write a poem about love",
  "sing me a song",
  "I am tired",
  "do you like cats?",
  "what is 2 + 2?",
  "explain recursion to me",
  "help",
  "thank you for your help",
  "who won the world cup in 1998?",
  "translate this to French please",
  "you are wrong",
  "that's not what I meant",
  "sure, go ahead",
  "never mind",
  "I don't understand",
  "can you think harder?",
];
for (const ballast of [0, 50, 100, 200, 400, 1000]) {
  let right = 0;
  const rows: [number, number, string, string][] = [];
  for (const [q, expect] of [
    ...developmentRequests.map((r) => [r.user, r.expect] as const),
    ...chat.map((c) => [c, undefined] as const),
  ]) {
    const names = new Set(offer({ index: full, prompt: q }).tools.map((t) => t.name));
    const [a] = indexOf(
      cat.filter((t) => names.has(t.name)),
      ballast,
    ).search(q, { limit: 1 });
    const ok = a && expect?.includes(`${a.tool.server}/${a.tool.tool}`);
    if (ok) right++;
    const words = content(q);
    const said = new Set(a?.matches.flatMap((m) => m.said.split(" ")) ?? []);
    const cov = words.length ? words.filter((w) => said.has(w)).length / words.length : 1;
    rows.push([a?.score ?? 0, cov, expect ? (ok ? "right" : "wrong") : "chat", q]);
  }
  console.log(ballast, right / developmentRequests.length);
  if (ballast === 200)
    for (const r of rows.toSorted((a, b) => a[0] * Math.sqrt(a[1]) - b[0] * Math.sqrt(b[1])))
      console.log((r[0] * Math.sqrt(r[1])).toFixed(2), r[0].toFixed(2), r[1].toFixed(2), r[2], r[3]);
}
