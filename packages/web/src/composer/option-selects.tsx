/**
 * The mode and options of the session, each a small menu.
 */

import type { SessionConfigOption } from "@agentclientprotocol/sdk";
import { useStore } from "zustand";

import { agentWords } from "../language/agent-words.ts";
import { t } from "../language/t.ts";
import { usePage } from "../page/page-context.ts";
import { useSession } from "../open-session/session-context.ts";
import { Problem } from "../ui/problem.tsx";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { useAction } from "../ui/hooks/use-action.ts";
import { entryOf } from "../wire/with-entry.ts";

export function OptionSelects({ sessionId, isDisabled }: { readonly sessionId: string; readonly isDisabled: boolean }) {
  const page = usePage();
  const { options, modeId } = useSession((state) => state.timeline);
  const modes = useStore(page.attachments.store, ({ bySession }) => entryOf(bySession, sessionId)?.modes);
  const { error, run } = useAction();
  const hasModeOption = options.some(({ category }) => category === "mode");

  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-1">
      {!hasModeOption && modes && modes.availableModes.length > 1 && (
        <QuietSelect
          label={t("Mode")}
          value={modeId ?? modes.currentModeId}
          choices={modes.availableModes.map(({ id, name }) => ({ value: id, name: agentWords(name) }))}
          isDisabled={isDisabled}
          onChoose={(value) => run(() => page.setMode(sessionId, value))}
        />
      )}
      {options.map((option) =>
        option.type === "boolean" ? (
          <label key={option.id} className="flex h-7 items-center gap-1.5 px-1.5 text-xs text-muted">
            <input
              type="checkbox"
              checked={option.currentValue}
              disabled={isDisabled}
              className="accent-accent"
              onChange={(event) => run(() => page.setOption(sessionId, option.id, event.target.checked))}
            />
            {agentWords(option.name)}
          </label>
        ) : (
          <QuietSelect
            key={option.id}
            label={agentWords(option.name)}
            value={option.currentValue}
            choices={choicesOf(option)}
            isDisabled={isDisabled}
            onChoose={(value) => run(() => page.setOption(sessionId, option.id, value))}
          />
        ),
      )}
      <Problem text={error} />
    </div>
  );
}

interface SelectValue {
  readonly value: string;
  readonly name: string;
}

/** In the language of the page. */
function choicesOf(option: Extract<SessionConfigOption, { readonly type: "select" }>): readonly SelectValue[] {
  const choices = Array.isArray(option.options) ? option.options : [];
  const all = choices
    .flatMap<SelectValue>((choice) => ("options" in choice ? choice.options : [choice]))
    .map(({ value, name }) => ({ value, name: agentWords(name) }));
  // The current value may not be among the listed ones.
  const current = option.currentValue;
  return all.some(({ value }) => value === current) ? all : [{ value: current, name: current }, ...all];
}
