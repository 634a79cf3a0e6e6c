import { createToolIndex, type CatalogueTool, offer } from "@tenon/hub/offer";
import { listsFolder, readCatalogue } from "./search-quality/tool-lists.ts";
import { developmentRequests } from "./search-quality/requests/development-requests.ts";
const cat = await readCatalogue(listsFolder());
let full = createToolIndex();
for (const [s, t] of Map.groupBy(cat, (t) => t.server)) full = full.replaceServer(s, t);
const indexOf = (tools: readonly CatalogueTool[]) => {
  let i = createToolIndex();
  for (const [s, t] of Map.groupBy(tools, (t) => t.server)) i = i.replaceServer(s, t);
  return i;
};
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
let right = 0,
  rightOffer = 0;
const show = (q: string, i: ReturnType<typeof indexOf>) => {
  const [a, b] = i.search(q, { limit: 2 });
  return a
    ? `${a.score.toFixed(2)} (${b?.score.toFixed(2)}) ${a.tool.name} ${a.matches.map((m) => `${m.said}→${m.term}[${m.fields.map((f) => f[0]).join("")}]`).join(" ")}`
    : "none";
};
for (const r of developmentRequests) {
  const o = offer({ index: full, prompt: r.user });
  const names = new Set(o.tools.map((t) => t.name));
  const sub = indexOf(cat.filter((t) => names.has(t.name)));
  const hit = (i: typeof full) => {
    const [a] = i.search(r.user, { limit: 1 });
    return a && r.expect.includes(`${a.tool.server}/${a.tool.tool}`);
  };
  if (hit(full)) right++;
  if (hit(sub)) rightOffer++;
  if (process.argv[2]) console.log(hit(full) ? "+" : "-", hit(sub) ? "+" : "-", r.user, "|", show(r.user, full));
}
console.log(right / developmentRequests.length, rightOffer / developmentRequests.length, cat.length);
for (const c of chat)
  console.log(
    c,
    "|",
    show(c, full),
    "|OFFER|",
    show(
      c,
      indexOf(cat.filter((t) => new Set(offer({ index: full, prompt: c }).tools.map((t) => t.name)).has(t.name))),
    ),
  );
