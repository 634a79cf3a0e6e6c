/**
 * What a run provides to its agent: files and commands in the session's folder, and answers to its questions.
 *
 * An agent that only tries, and never asks, is held to the same rules.
 */

import { type PermissionOption, RequestError } from "@agentclientprotocol/sdk";
import { objectOf } from "@tenon/basis";
import {
  answerForm,
  answerUrl,
  type AskForConsent,
  type ClientServices,
  type FileAccess,
  openFiles,
  openTerminals,
  type SessionContext,
  type Terminals,
} from "@tenon/client";
import type { Subject } from "@tenon/policy";

import { t } from "../../../messages/t.ts";
import { answerPermission, type PermissionOptions } from "./answer-permission.ts";
import type { Denials } from "./denials.ts";
import { formPrompt, urlPrompt } from "./elicitation-prompt.ts";
import type { FileFailures } from "./failed-changes.ts";
import { permissionPrompt } from "./permission-prompt.ts";
import { servicesBy } from "../input/policy.ts";

export interface RunServicesOptions extends PermissionOptions {
  /** The agent's name, for a person. */
  readonly agent: string;
  readonly newId: () => string;
  /** Our own agent decides by the rules itself. */
  readonly isOwn: boolean;
  /** The agent fails where it is offered files. */
  readonly withoutFiles: boolean;
  readonly fileFailures: Pick<FileFailures, "watch">;
  /** Aborted when the run has to stop: questions are withdrawn. */
  readonly signal: AbortSignal;
}

export function runServices(options: RunServicesOptions): ClientServices {
  const { agent, denials, person, follower, newId, fileFailures } = options;
  const rules = {
    policy: () => servicesBy(options.policy, options.rules, options),
    consent: askForConsent(options),
  };
  const files = openFiles(rules);
  const terminals = openTerminals({
    ...rules,
    passedVariables: () => options.rules.passedVariables,
    newId: () => newId(),
    onOutput: (terminalId, text, session) => follower.own(session.id, { type: "terminal-output", terminalId, text }),
  });
  return {
    ...(!options.withoutFiles && {
      files: (session: SessionContext) => watchFiles(fileFailures.watch(files(session)), denials),
    }),
    terminals: (session) => watchTerminals(terminals(session), denials),
    permissions: answerPermission(options),
    terminalSignIn: person !== undefined,
    ...(person && {
      elicitation: { form: answerForm(formPrompt(person), { agent }), ...answerUrl(urlPrompt(person), { agent }) },
    }),
  };
}

const yesOrNo = (): readonly PermissionOption[] => [
  { optionId: "yes", name: t("Allow"), kind: "allow_once" },
  { optionId: "no", name: t("Reject"), kind: "reject_once" },
];

function askForConsent({ policy, person, signal, newId }: RunServicesOptions): AskForConsent {
  return async ({ subject, decision, session }) => {
    if (policy.type === "allow") return true;
    if (!person) return false;
    const toolCall = { toolCallId: newId(), title: describe(subject) };
    const question = { session, toolCall, options: yesOrNo(), why: decision.reason };
    return (await permissionPrompt(person).choose(question, { signal })) === "yes";
  };
}

function describe(subject: Subject): string {
  if (subject.type === "path") return fileUse(subject.access, subject.path);
  if (subject.type !== "command") return t("use {what}", { what: subject.type });
  return t("run {command}", { command: "shell" in subject ? subject.shell : commandLine(subject) });
}

function fileUse(access: "read" | "write", path: string): string {
  return access === "read" ? t("read {path}", { path }) : t("write {path}", { path });
}

function commandLine({ command, args }: { readonly command: string; readonly args?: readonly string[] | undefined }) {
  return [command, ...(args ?? [])].join(" ");
}

function watchFiles(files: FileAccess, denials: Denials): FileAccess {
  return {
    read: (request, context) => files.read(request, context).catch(noteDenial(denials, fileUse("read", request.path))),
    write: (request, context) =>
      files.write(request, context).catch(noteDenial(denials, fileUse("write", request.path))),
  };
}

function watchTerminals(terminals: Terminals, denials: Denials): Terminals {
  return {
    ...terminals,
    create: (request) =>
      terminals.create(request).catch(noteDenial(denials, t("run {command}", { command: commandLine(request) }))),
  };
}

function noteDenial(denials: Denials, title: string): (error: unknown) => never {
  return (error) => {
    if (isDenial(error)) denials.add({ title, reason: error.message });
    throw error;
  };
}

function isDenial(error: unknown): error is RequestError {
  if (!(error instanceof RequestError)) return false;
  return objectOf(error.data)["effect"] === "deny";
}
