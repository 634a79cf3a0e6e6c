/**
 * Calls a tool by hand: a form from its schema, and its result.
 */

import type { ContentBlock } from "@agentclientprotocol/sdk";
import { objectOf, randomId, readArray } from "@tenon/basis";
import { type FormField, isContentBlock, readMcpMessage } from "@tenon/timeline";
import { type FormEvent, useMemo, useState } from "react";

import { duration, t } from "../language/t.ts";
import { ContentBlockView } from "../content/content-block-view.tsx";
import { TextResult } from "../content/text-result.tsx";
import { FormControl } from "../elicitation/form-control.tsx";
import type { FieldInput } from "../elicitation/form-input.ts";
import { useOpenSession, useSession } from "../open-session/session-context.ts";
import { usePage } from "../page/page-context.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/field.tsx";
import { Problem } from "../ui/problem.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { useElapsed } from "../ui/hooks/use-elapsed.ts";
import { visibleText } from "../ui/words/visible-text.ts";
import type { FeedRecord } from "../wire/feed.ts";
import { argumentFields, initialArguments, readArguments } from "./tool-arguments.ts";
import type { ToolView } from "./use-tools.ts";

interface Outcome {
  readonly content: readonly ContentBlock[];
  readonly isError: boolean;
  readonly ms: number;
  readonly isCancelled?: boolean;
}

export function TryTool({ tool }: { readonly tool: ToolView }) {
  const fields = useMemo(() => argumentFields(tool.inputSchema), [tool.inputSchema]);
  const [input, setInput] = useState(() => initialArguments(fields));
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const { isRunning, error, outcome, called, call } = useTriedCall(tool);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const read = readArguments(fields, input);
    if ("problems" in read) return setProblems(read.problems);
    call(read.given);
  };
  const change = (name: string, value: FieldInput) => {
    setInput({ ...input, [name]: value });
    setProblems({ ...problems, [name]: "" });
  };
  return (
    <form
      aria-label={t("Try {tool}", { tool: tool.tool })}
      onSubmit={onSubmit}
      className="mt-1.5 ml-3.5 space-y-2.5 rounded-md border border-line bg-surface p-2.5"
    >
      {fields.map((field) =>
        field.type === "unknown" ? (
          <JsonField
            key={field.name}
            field={field}
            value={String(input[field.name] ?? "")}
            onChange={(value) => change(field.name, value)}
          />
        ) : (
          <FormControl
            key={field.name}
            field={field}
            value={input[field.name]}
            problem={problems[field.name] || undefined}
            onChange={(value) => change(field.name, value)}
          />
        ),
      )}
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

interface JsonFieldProps {
  readonly field: FormField;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An object, a list of anything, or a value of several types. */
function JsonField({ field: { name, description, isRequired }, value, onChange }: JsonFieldProps) {
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-medium">
        {visibleText(name)} <span className="font-normal text-muted">JSON{!isRequired && ` ${t("(optional)")}`}</span>
      </span>
      <Input
        value={value}
        required={isRequired}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        className="font-mono"
      />
      {description !== undefined && <span className="mt-1 block text-xs text-muted">{visibleText(description)}</span>}
    </label>
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
