import { phrase, t } from "./t.ts";

/** The state of a server, an agent or a session in a word or two. Records and `--json` have them in English. */
export function stateText(state: string): string {
  const words = state.replaceAll("_", " ");
  return STATES.has(words) ? t(words) : words;
}

const STATES: ReadonlySet<string> = new Set([
  phrase("declared"),
  phrase("admitted"),
  phrase("started"),
  phrase("restarting"),
  phrase("listed"),
  phrase("offered"),
  phrase("seen"),
  phrase("named"),
  phrase("defined"),
  phrase("called"),
  phrase("stopped"),
  phrase("failed"),
  phrase("refused"),
  phrase("connection lost"),
  phrase("needs sign-in"),
  phrase("waiting for trust"),
  phrase("not started"),
  phrase("disabled"),
  phrase("not trusted"),
  phrase("invalid"),
  phrase("asks the user"),
  phrase("not asked for"),
  phrase("installed"),
  phrase("not installed"),
  phrase("can be fetched"),
  phrase("dropped"),
  phrase("probe failed"),
  phrase("behind its search"),
  phrase("not in the request"),
  phrase("files"),
  phrase("started by Tenon"),
  phrase("stand-in model"),
  phrase("live model"),
  phrase("in progress"),
  phrase("completed"),
  phrase("cancelled"),
  phrase("gemini untrusted folder"),
  phrase("qwen untrusted folder"),
  phrase("gemini excluded"),
  phrase("cursor unapproved"),
  phrase("claude unapproved"),
  phrase("claude rejected"),
  phrase("jetbrains custom mcp off"),
  phrase("jetbrains idea mcp off"),
]);
