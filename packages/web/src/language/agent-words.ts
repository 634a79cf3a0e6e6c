/**
 * What Tenon's own agent and hub say in set sentences, in the language of the page: answers to a permission request, modes,
 * settings, and the reasons of the policy and of offers. It comes in English, in messages that are recorded as they were.
 *
 * The law: every value stays as it came, and a text that is none of these stays whole.
 */

import { primaryTag } from "@tenon/basis";

import { languageTag, phrase, t } from "./t.ts";

const SENTENCES = [
  // The answers to a permission request
  phrase("Allow"),
  phrase("Allow once"),
  phrase("Reject"),
  phrase("Reject once"),
  phrase("Always allow"),
  phrase("Always reject"),
  phrase("Allow {what}, until this session ends"),
  phrase("Allow {what}, always, in every project"),
  phrase("Allow {what}, always in {folder}"),
  phrase("Reject {what}, until this session ends"),
  phrase("Reject {what}, always, in every project"),
  phrase("Reject {what}, always in {folder}"),
  phrase("Always allow {thing}"),
  phrase("Switch to Code, which changes files without asking"),
  phrase("Switch to Ask, which asks before every change"),
  phrase("Stay in Architect and keep planning"),
  // Settings
  phrase("Mode"),
  phrase("Ask"),
  phrase("Code"),
  phrase("Architect"),
  phrase("Model"),
  phrase("Rehearsal (offline)"),
  phrase("Thought level"),
  phrase("Default"),
  phrase("Off"),
  phrase("Low"),
  phrase("Medium"),
  phrase("High"),
  // Why a tool is offered or not
  phrase("Included: all tools together fit the budget."),
  phrase("Always included (set by the {what})."),
  phrase("Its server was given with the session."),
  phrase("Already used in this session."),
  phrase("Offered before in this session, so it stays."),
  phrase("The model asked for it."),
  phrase("Found (rank {rank}: {words})."),
  phrase("No match for this request."),
  phrase("The session has more tools than fit into one request; the model knows its name and can request it."),
  phrase("Its {tokens} tokens do not fit into the rest of the budget."),
  phrase("The request has its maximum number of tools."),
  phrase("Removed unused, for a tool that the model asked for."),
  phrase("Manual, so not offered (set by the {what})."),
  phrase("Made for the server's own user interface, not for the model."),
  // Decisions of the policy
  phrase("{what} needs approval: no rule covers it."),
  phrase("{what} needs approval ({layer} policy, rule {number}): {why}."),
  phrase("{what} is allowed ({layer} policy, rule {number}): {why}."),
  phrase("{what} is denied ({layer} policy, rule {number}): {why}."),
  phrase("{what} needs approval ({layer} policy, rule {number})."),
  phrase("{what} is allowed ({layer} policy, rule {number})."),
  phrase("{what} is denied ({layer} policy, rule {number})."),
  phrase("{what} needs approval each time: it names {path} ({why})."),
  phrase("{what} needs approval each time: it is too long to analyse completely."),
  phrase("{what} needs approval: the shell expands some of its words, and rules forbid some commands."),
  phrase("{what} is allowed (grant of {date}): {why}"),
  phrase("{what} is denied (grant of {date}): {why}"),
  phrase("{what} was allowed before, but has changed: {changes}"),
] as const;

/** Of the values `{what}` and `{why}`: parts of a sentence, which mean something else where they stand alone. */
const PARTS = [
  phrase("the command line {name}"),
  phrase("the command {name}"),
  phrase("reading {name}"),
  phrase("writing {name}"),
  phrase("any URL at {name} ({network} network)"),
  phrase("any URL at {name}"),
  phrase("any call to {name} of {server}"),
  phrase("any call to {name}"),
  phrase("session, for this tool"),
  phrase("session"),
  phrase("agent, for this tool"),
  phrase("agent"),
  phrase("declaration"),
  phrase("default"),
  phrase("Tool {name} of server {server}"),
  phrase("Tool {name}"),
  phrase("Variable {name} for server {server}"),
  phrase("Server {name}"),
  phrase("Address {name}"),
  phrase("Command {name}"),
  phrase("Reading {name}"),
  phrase("Writing {name}"),
  phrase("Allowed without asking: {what}, in every project, until you revoke it."),
  phrase("Allowed without asking: {what}, in {folder}, until you revoke it."),
  phrase("Allowed without asking: {what}, in {folder}, until this session ends."),
  phrase("Rejected without asking: {what}, in every project, until you revoke it."),
  phrase("Rejected without asking: {what}, in {folder}, until you revoke it."),
  phrase("Rejected without asking: {what}, in {folder}, until this session ends."),
  phrase("it is outside the session's folders"),
  phrase("it is in a folder of this session"),
  phrase("it is in the session's folders"),
  phrase("the session is in code mode"),
  phrase("the session is in architect mode"),
  phrase("the agent asks on its own"),
  phrase("it has been decided"),
  phrase("it was declared"),
  phrase("it was declared, and runs on this machine"),
  phrase("a client on another machine may not start programs here"),
  phrase("a client on another machine may not reach services here"),
  phrase("this variable can make a program run other code"),
  phrase("tools run only after approval"),
  phrase("commands run only after approval"),
  phrase("files change only after approval"),
  phrase("URLs are opened only after approval"),
  phrase("such files hold secrets"),
  phrase("without TLS anyone on the network can read and change the traffic; use https"),
  phrase('it resolves to a private network; a rule that allows it must name that network ("network": "private")'),
  phrase("it holds keys or credentials; a rule that allows it must name the file by its full path"),
  phrase("git runs the hooks and programs configured there"),
  phrase("it runs on the next commit or push"),
  phrase("editors run the tasks and programs configured there"),
  phrase("package managers and build tools run programs configured there"),
  phrase("a shell or interpreter runs it at startup or on entering the folder"),
  phrase("it runs at login or on a schedule"),
  phrase("it configures which programs an agent starts, or what it may do without asking"),
  phrase("Tenon keeps keys, tokens and recorded sessions there"),
  phrase("approvals are given by answering a request, not by writing a file"),
  phrase("Tenon's own configuration and data decide what the agent may do"),
] as const;

// Longer texts come from elsewhere, and would be matched slowly.
const MAX_LENGTH = 2000;

/** In the language of the page, if it is one of these sentences. */
export function agentWords(text: string): string {
  return primaryTag(languageTag()) === "en" || text.length > MAX_LENGTH ? text : say(text, SENTENCES);
}

function say(text: string, known: readonly string[]): string {
  if (known.includes(text)) return t(text);
  for (const sentence of known) {
    const values = valuesIn(text, sentence);
    if (values) return t(sentence, values);
  }
  return text;
}

function valuesIn(text: string, sentence: string): Readonly<Record<string, string>> | undefined {
  if (!sentence.includes("{")) return undefined;
  const { groups } = patternOf(sentence).exec(text) ?? {};
  if (!groups) return undefined;
  const values = Object.entries(groups).map(([mark, value]) => [mark, WITHIN.has(mark) ? say(value, PARTS) : value]);
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
