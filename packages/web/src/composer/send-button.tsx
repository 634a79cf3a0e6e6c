import { t } from "../language/t.ts";
import { Icon } from "../ui/icon.tsx";
import { shortcut } from "../ui/keys/key-hint.tsx";

interface SendButtonProps {
  readonly isRunning: boolean;
  readonly canSend: boolean;
  readonly isOnline: boolean;
  readonly onSend: () => void;
  readonly onStop: () => void;
}

const shape =
  "inline-flex size-8 shrink-0 items-center justify-center rounded-lg transition-colors disabled:opacity-40 pointer-coarse:size-10";

/** Stops a turn that is running, unless there is something to send. */
export function SendButton({ isRunning, canSend, isOnline, onSend, onStop }: SendButtonProps) {
  return (
    <div className="ml-auto flex shrink-0 gap-1.5 self-end">
      {isRunning && (
        <button
          type="button"
          aria-label={t("Stop")}
          title={`${t("Stop")} (${shortcut(".")})`}
          disabled={!isOnline}
          onClick={onStop}
          className={`${shape} border border-line-strong hover:bg-hover`}
        >
          <Icon name="stop" className="fill-current" />
        </button>
      )}
      {(!isRunning || canSend) && (
        <button
          type="button"
          aria-label={isRunning ? t("Send when the turn ends") : t("Send")}
          title={isRunning ? t("Send when the turn ends") : `${t("Send")} (Enter)`}
          disabled={!canSend}
          onClick={onSend}
          className={`${shape} bg-accent text-on-accent hover:bg-accent-strong`}
        >
          <Icon name="send" />
        </button>
      )}
    </div>
  );
}
