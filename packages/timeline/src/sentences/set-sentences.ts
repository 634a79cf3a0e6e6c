/**
 * What Tenon's own agent and hub say in set sentences, in another language: answers to a permission request, modes, settings,
 * and the reasons of the policy and of offers. It comes in English, in messages that are recorded as they were.
 *
 * The law: every value stays as it came, and a text that is none of these stays whole.
 */

import type { Translate } from "@tenon/basis";

// Longer texts come from elsewhere, and would be matched slowly.
const MAX_LENGTH = 2000;

/** The text as `translate` says it, if it is one of these sentences. */
export function sentenceIn(translate: Translate, text: string): string {
  return text.length > MAX_LENGTH ? text : say(text, SENTENCES, translate);
}

/** What was remembered, which also is the reason of a decision. */
const GRANTS = [
  "Allowed without asking: {what}, in every project, until you revoke it.",
  "Allowed without asking: {what}, in {folder}, until you revoke it.",
  "Allowed without asking: {what}, in {folder}, until this session ends.",
  "Rejected without asking: {what}, in every project, until you revoke it.",
  "Rejected without asking: {what}, in {folder}, until you revoke it.",
  "Rejected without asking: {what}, in {folder}, until this session ends.",
] as const;

const SENTENCES = [
  // The answers to a permission request
  "Allow",
  "Allow once",
  "Reject",
  "Reject once",
  "Always allow",
  "Always reject",
  "Allow {what}, until this session ends",
  "Allow {what}, always, in every project",
  "Allow {what}, always in {folder}",
  "Reject {what}, until this session ends",
  "Reject {what}, always, in every project",
  "Reject {what}, always in {folder}",
  "Always allow {thing}",
  "Switch to Code, which changes files without asking",
  "Switch to Ask, which asks before every change",
  "Stay in Architect and keep planning",
  // Settings
  "Mode",
  "Ask",
  "Code",
  "Architect",
  "Model",
  "Rehearsal (offline)",
  "Thought level",
  "Default",
  "Off",
  "Low",
  "Medium",
  "High",
  // Why a tool is offered or not
  "Included: all tools together fit the budget.",
  "Always included (set by the {what}).",
  "Its server was given with the session.",
  "Already used in this session.",
  "Offered before in this session, so it stays.",
  "The model asked for it.",
  "Found (rank {rank}: {words}).",
  "No match for this request.",
  "The session has more tools than fit into one request; the model knows its name and can request it.",
  "Its {tokens} tokens do not fit into the rest of the budget.",
  "The request has its maximum number of tools.",
  "Removed unused, for a tool that the model asked for.",
  "Manual, so not offered (set by the {what}).",
  "Made for the server's own user interface, not for the model.",
  // Decisions of the policy
  "{what} needs approval: no rule covers it.",
  "{what} needs approval ({layer} policy, rule {number}): {why}.",
  "{what} is allowed ({layer} policy, rule {number}): {why}.",
  "{what} is denied ({layer} policy, rule {number}): {why}.",
  "{what} needs approval ({layer} policy, rule {number}).",
  "{what} is allowed ({layer} policy, rule {number}).",
  "{what} is denied ({layer} policy, rule {number}).",
  "{what} needs approval each time: it names {path} ({why}).",
  "{what} needs approval each time: it is too long to analyse completely.",
  "{what} needs approval: the shell expands some of its words, and rules forbid some commands.",
  "{what} is allowed (grant of {date}): {why}",
  "{what} is denied (grant of {date}): {why}",
  "{what} was allowed before, but has changed: {changes}",
  ...GRANTS,
] as const;

/** Of the values `{what}` and `{why}`: parts of a sentence, which mean something else where they stand alone. */
const PARTS = [
  "the command line {name}",
  "the command {name}",
  "reading {name}",
  "writing {name}",
  "any URL at {name} ({network} network)",
  "any URL at {name}",
  "any call to {name} of {server}",
  "any call to {name}",
  "session, for this tool",
  "session",
  "agent, for this tool",
  "agent",
  "declaration",
  "default",
  "Tool {name} of server {server}",
  "Tool {name}",
  "Variable {name} for server {server}",
  "Server {name}",
  "Address {name}",
  "Command {name}",
  "Reading {name}",
  "Writing {name}",
  "it is outside the session's folders",
  "it is in a folder of this session",
  "it is in the session's folders",
  "the session is in code mode",
  "the session is in architect mode",
  "the agent asks on its own",
  "it has been decided",
  "it was declared",
  "it was declared, and runs on this machine",
  "a client on another machine may not start programs here",
  "a client on another machine may not reach services here",
  "this variable can make a program run other code",
  "tools run only after approval",
  "commands run only after approval",
  "files change only after approval",
  "URLs are opened only after approval",
  "such files hold secrets",
  "without TLS anyone on the network can read and change the traffic; use https",
  'it resolves to a private network; a rule that allows it must name that network ("network": "private")',
  "it holds keys or credentials; a rule that allows it must name the file by its full path",
  "git runs the hooks and programs configured there",
  "it runs on the next commit or push",
  "editors run the tasks and programs configured there",
  "package managers and build tools run programs configured there",
  "a shell or interpreter runs it at startup or on entering the folder",
  "it runs at login or on a schedule",
  "it configures which programs an agent starts, or what it may do without asking",
  "Tenon keeps keys, tokens and recorded sessions there",
  "approvals are given by answering a request, not by writing a file",
  "Tenon's own configuration and data decide what the agent may do",
  ...GRANTS,
] as const;

/** All of them, for the languages. */
export const SET_SENTENCES: readonly string[] = [...new Set<string>([...SENTENCES, ...PARTS])];

function say(text: string, known: readonly string[], translate: Translate): string {
  if (known.includes(text)) return translate(text);
  for (const sentence of known) {
    const values = valuesIn(text, sentence, translate);
    if (values) return translate(sentence, values);
  }
  return text;
}

function valuesIn(text: string, sentence: string, translate: Translate): Readonly<Record<string, string>> | undefined {
  if (!sentence.includes("{")) return undefined;
  const { groups } = patternOf(sentence).exec(text) ?? {};
  if (!groups) return undefined;
  const values = Object.entries(groups).map(([mark, value]) => [
    mark,
    WITHIN.has(mark) ? say(value, PARTS, translate) : value,
  ]);
  return Object.fromEntries(values);
}

/** A list of 300 tools asks about each of them, each time it is drawn. */
function patternOf(sentence: string): RegExp {
  const known = patterns.get(sentence);
  if (known) return known;
  const source = sentence.replaceAll(/[().*+?[\]\\|^$]/gu, "\\$&").replaceAll(/\{(\w+)\}/gu, "(?<$1>[^]+)");
  const pattern = new RegExp(`^${source}$`, "u");
  patterns.set(sentence, pattern);
  return pattern;
}

const patterns = new Map<string, RegExp>();
const WITHIN = new Set(["what", "why"]);
