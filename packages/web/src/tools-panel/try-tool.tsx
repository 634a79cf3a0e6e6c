/**
 * Calls a tool by hand: a form from its schema, and its result.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { isObject, objectOf, parseJson, randomId, readArray, stringOf } from "@tenon/basis";
import { isContentBlock, readMcpMessage } from "@tenon/timeline";
import { type FormEvent, useState } from "react";

import { duration, t } from "../language/t.ts";
import { ContentBlockView } from "../content/content-block-view.tsx";
import { TextResult } from "../content/text-result.tsx";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/use-action.ts";
import { useElapsed } from "../ui/use-elapsed.ts";
import { visibleText } from "../ui/visible-text.ts";
import type { FeedRecord } from "../wire/feed.ts";
import type { ToolView } from "./use-tools.ts";

interface Outcome {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly ms: number;
  readonly isCancelled?: boolean;
}

export function TryTool({ tool }: { readonly tool: ToolView }) {
  const [input, setInput] = useState<Readonly<Record<string, string>>>({});
  const fields = fieldsOf(tool.inputSchema);
  const { isRunning, error, outcome, called, call } = useTriedCall(tool);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    call(readArguments(fields, input));
  };
  return (
    <form
      aria-label={t("Try {tool}", { tool: tool.tool })}
      onSubmit={onSubmit}
      className="mt-1.5 ml-3.5 space-y-2 rounded-md border border-line bg-surface p-2.5"
    >
      {fields.map((field) => (
        <label key={field.name} className="block text-xs">
          <span className="mb-0.5 block font-medium">
            {visibleText(field.name)}
            {field.isRequired && <span className="text-bad"> *</span>}
            <span className="ml-1.5 font-normal text-muted">{field.type}</span>
          </span>
          <input
            value={input[field.name] ?? ""}
            required={field.isRequired}
            placeholder={visibleText(field.description)}
            onChange={(event) => setInput({ ...input, [field.name]: event.target.value })}
            className="h-8 w-full rounded-md border border-line bg-surface px-2 font-mono text-xs placeholder:font-sans placeholder:text-faint"
          />
        </label>
      ))}
      {fields.length === 0 && <p className="text-xs text-muted">{t("It takes no arguments.")}</p>}
      <div className="flex items-center gap-2">
        <Button type="submit" disabled={isRunning}>
          {t("Call")}
        </Button>
        {isRunning && called && (
          <>
            <Button look="quiet" onClick={() => called.controller.abort()}>
              {t("Cancel")}
            </Button>
            <Running callId={called.callId} />
          </>
        )}
        {outcome && <OutcomeWords outcome={outcome} />}
      </div>
      <Problem text={error} className="text-xs" />
      {outcome?.content.map((block, index) =>
        block.type === "text" ? (
          <TextResult key={index} text={block.text} />
        ) : (
          <ContentBlockView key={index} block={block} />
        ),
      )}
    </form>
  );
}

/** The last call of a tool by hand: what is running, or what came of it. */
function useTriedCall({ server, tool }: ToolView) {
  const page = usePage();
  const { id } = useOpenSession();
  const { isRunning, error, run } = useAction();
  const [outcome, setOutcome] = useState<Outcome>();
  const [called, setCalled] = useState<Called>();
  const call = (args: object) => {
    setOutcome(undefined);
    const callId = `try-${randomId()}`;
    const controller = new AbortController();
    setCalled({ callId, controller });
    run(async () => {
      const began = performance.now();
      const params = { server, tool, arguments: args, callId };
      const answer = await page.ask(id, "_tenon/tools/call", params, controller.signal).catch((failure: unknown) => {
        if (!controller.signal.aborted) throw failure;
      });
      if (!answer) return setOutcome({ content: [], isError: true, ms: performance.now() - began, isCancelled: true });
      const result = objectOf(answer["result"]);
      const content = readArray(result["content"], (block) => (isContentBlock(block) ? block : undefined));
      setOutcome({ content, isError: result["isError"] === true, ms: performance.now() - began });
    });
  };
  return { isRunning, error, outcome, called, call };
}

function OutcomeWords({ outcome: { isError, isCancelled, ms } }: { readonly outcome: Outcome }) {
  const took = { duration: duration(ms) };
  return (
    <span className={`text-xs tabular-nums ${isError ? "text-bad" : "text-muted"}`}>
      {isCancelled
        ? t("Cancelled after {duration}", took)
        : isError
          ? t("Failed after {duration}", took)
          : t("Answered in {duration}", took)}
    </span>
  );
}

interface Called {
  readonly callId: string;
  readonly controller: AbortController;
}

function Running({ callId }: { readonly callId: string }) {
  const elapsed = useElapsed(useState(() => Date.now())[0]);
  const progress = useSession((state) => lastProgress(state.exchange(callId)));
  return (
    <span role="status" className="flex min-w-0 flex-1 items-center gap-1.5 text-xs text-muted tabular-nums">
      <span className="tells size-1.5 shrink-0 animate-breathe rounded-full bg-accent" />
      <span className="truncate">
        {progress ?? (elapsed < 1_000 ? t("Running") : t("Running for {duration}", { duration: duration(elapsed) }))}
      </span>
    </span>
  );
}

/** The last progress message of the call: `Indexing (3 of 10)`. */
function lastProgress(records: readonly FeedRecord[] = []): string | undefined {
  const messages = records.map((record) => readMcpMessage(record)?.message);
  const { params } = objectOf(messages.findLast((message) => objectOf(message)["method"] === "notifications/progress"));
  const { progress, total, message } = objectOf(params);
  if (typeof progress !== "number") return undefined;
  const share = typeof total === "number" ? t("{done} of {all}", { done: progress, all: total }) : String(progress);
  return typeof message === "string" && message !== "" ? `${visibleText(message)} (${share})` : share;
}

interface ArgumentField {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
}

function fieldsOf(schema: unknown): readonly ArgumentField[] {
  const { properties, required } = objectOf(schema);
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(objectOf(properties)).map(([name, value]) => {
    const { type, description, enum: choices } = objectOf(value);
    const words = Array.isArray(choices) ? choices.map(String).join(" | ") : (stringOf(type) ?? "JSON");
    return {
      name,
      type: words,
      description: typeof description === "string" ? description : "",
      isRequired: needed.has(name),
    };
  });
}

/** What is not a string is written as JSON; what is empty is left out. */
function readArguments(fields: readonly ArgumentField[], input: Readonly<Record<string, string>>): object {
  const given = fields.filter(({ name }) => (input[name] ?? "") !== "");
  return Object.fromEntries(
    given.map(({ name, type }) => {
      const text = input[name] ?? "";
      const value = parseJson(text);
      const isText = type === "string" || (value === undefined && !isObject(value));
      return [name, isText ? text : value];
    }),
  );
}
