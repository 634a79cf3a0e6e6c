/**
 * How far a server got, as seven segments: declared, admitted, started, listed, offered, seen, called.
 */

import { isTrouble, type ServerStep } from "@tenon/timeline";

import { languageTag, phrase, t } from "../language/t.ts";
import { stateWord } from "./receipt-words.ts";

const STAGES = [
  phrase("declared"),
  phrase("admitted"),
  phrase("started"),
  phrase("listed"),
  phrase("offered"),
  phrase("seen"),
  phrase("called"),
] as const;

export function ReceiptSegments({ steps }: { readonly steps: readonly ServerStep[] }) {
  const reached = Math.max(-1, ...steps.map(({ state }) => STAGES.findIndex((stage) => stage === state)));
  const last = steps.at(-1)?.state ?? "declared";
  return (
    <ol aria-label={t("Receipt")} className="tells grid grid-cols-7 gap-0.5">
      {STAGES.map((stage, index) => {
        const step = steps.findLast(({ state }) => state === stage);
        const isStuck = index === reached + 1 && isTrouble(last);
        return (
          <li
            key={stage}
            title={
              isStuck
                ? stateWord(last)
                : step
                  ? `${t(stage)}, ${new Date(step.at).toLocaleString(languageTag())}`
                  : t("not yet: {stage}", { stage: t(stage) })
            }
            className={`h-1 rounded-full ${lookOf({ isReached: index <= reached, isStuck, last })}`}
          >
            <span className="sr-only">{index <= reached ? t(stage) : isStuck ? stateWord(last) : ""}</span>
          </li>
        );
      })}
    </ol>
  );
}

interface Segment {
  readonly isReached: boolean;
  readonly isStuck: boolean;
  readonly last: string;
}

function lookOf({ isReached, isStuck, last }: Segment): string {
  if (isStuck) return needsPerson(last) ? "bg-waiting" : "bg-bad";
  return isReached ? "bg-ok" : "bg-line-strong/60";
}

/** It goes on when the person has done something. */
export function needsPerson(state: string): boolean {
  return state === "needs sign-in" || state === "waiting for trust";
}
