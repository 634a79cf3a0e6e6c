/**
 * The controls of a replay.
 */

import { useStore } from "zustand";

import { t } from "../language/t.ts";
import { isTyping } from "../ui/keys/is-typing.ts";
import { useShell } from "../shell/shell-state.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { QuietSelect } from "../ui/quiet-select.tsx";
import { clockTime } from "../ui/words/spoken-time.ts";
import { useDocumentEvent } from "../ui/hooks/use-document-event.ts";
import type { Replay } from "./replay.ts";

const SPEEDS = [0.5, 1, 2, 4, 16].map((speed) => ({ value: String(speed), name: `${speed}×` }));

export function ReplayBar({ replay }: { readonly replay: Replay }) {
  const shell = useShell();
  const { position, count, isPlaying, speed, at } = useStore(replay.store);
  const toggle = () => (isPlaying ? replay.pause() : replay.play());
  const leave = () => shell.setState({ replaying: undefined });
  useReplayKeys({ " ": toggle, ArrowLeft: () => replay.step(-1), ArrowRight: () => replay.step(1), Escape: leave });
  return (
    <section aria-label={t("Replay")} className="px-4 pb-4 sm:px-6">
      <div className="mx-auto flex max-w-3xl flex-wrap items-center gap-x-1 gap-y-2 rounded-xl border border-accent bg-surface px-3 py-2">
        <IconButton icon="back" label={t("Step back")} onClick={() => replay.step(-1)} disabled={position === 0} />
        <IconButton icon={isPlaying ? "pause" : "play"} label={isPlaying ? t("Pause") : t("Play")} onClick={toggle} />
        <IconButton
          icon="forward"
          label={t("Step forward")}
          onClick={() => replay.step(1)}
          disabled={position === count}
        />
        <input
          type="range"
          aria-label={t("Position in the session")}
          aria-valuetext={t("Record {position} of {count}", { position, count })}
          min={0}
          max={count}
          value={position}
          onChange={(event) => {
            replay.pause();
            replay.seek(Number(event.target.value));
          }}
          className="mx-2 min-w-24 flex-1 accent-accent"
        />
        <span className="text-xs text-muted tabular-nums">
          {position} / {count}
          {at !== undefined && ` · ${clockTime(at)}`}
        </span>
        <QuietSelect
          label={t("Speed")}
          value={String(speed)}
          choices={SPEEDS}
          onChoose={(value) => replay.setSpeed(Number(value))}
        />
        <Button onClick={leave}>{t("End replay")}</Button>
      </div>
    </section>
  );
}

function useReplayKeys(keys: Readonly<Record<string, () => void>>): void {
  const onKey = (event: KeyboardEvent) => {
    const act = keys[event.key];
    const isOnButton = event.target instanceof HTMLButtonElement && event.key === " ";
    if (!act || isOnButton || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    act();
  };
  useDocumentEvent("keydown", onKey, { capture: true });
}
