import { Dialog } from "../ui/dialog.tsx";
import { KeyHint } from "../ui/key-hint.tsx";

const KEYS: readonly (readonly [what: string, ...keys: readonly string[]])[] = [
  ["Search for anything", "Ctrl", "K"],
  ["Find in this session", "Ctrl", "F"],
  ["New session", "n"],
  ["Search sessions", "/"],
  ["Next or previous session", "Alt", "↓", "↑"],
  ["Next or previous entry", "j", "k"],
  ["First or last entry", "g", "G"],
  ["Open or close the focused entry", "Enter"],
  ["Write a message", "c"],
  ["Send", "Enter"],
  ["New line", "Shift", "Enter"],
  ["Stop the turn", "Ctrl", "."],
  ["Allow or reject a permission", "Alt", "Y", "N"],
  ["Choose an answer", "Alt", "1", "…", "9"],
  ["The same, with its card focused", "y", "n", "1", "…", "9"],
  ["Go to a form, then send it", "Alt", "Enter"],
  ["Decline a form", "Alt", "N"],
  ["Leave the composer, close a dialog", "Esc"],
  ["Show or hide sessions, panel", "[", "]"],
  ["Keyboard shortcuts", "?"],
];

export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      <dl className="px-5 pb-5">
        {KEYS.map(([what, ...keys]) => (
          <div key={what} className="flex items-center justify-between border-b border-line py-1.5 last:border-0">
            <dt>{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
