import { phrase, t } from "../language/t.ts";
import { Dialog } from "../ui/dialog/dialog.tsx";
import { KeyHint } from "../ui/keys/key-hint.tsx";

const KEYS: readonly (readonly [what: string, ...keys: readonly string[]])[] = [
  [phrase("Search for anything"), "Ctrl", "K"],
  [phrase("Find in this session"), "Ctrl", "F"],
  [phrase("New session"), "n"],
  [phrase("Search sessions"), "/"],
  [phrase("Next or previous session"), "Alt", "↓", "↑"],
  [phrase("Next or previous entry"), "j", "k"],
  [phrase("First or last entry"), "g", "G"],
  [phrase("Open or close the focused entry"), "Enter"],
  [phrase("Write a message"), "c"],
  [phrase("Send"), "Enter"],
  [phrase("New line"), "Shift", "Enter"],
  [phrase("Stop the turn"), "Ctrl", "."],
  [phrase("Allow or reject a permission"), "Alt", "Y", "N"],
  [phrase("Choose an answer"), "Alt", "1", "…", "9"],
  [phrase("The same, with its card focused"), "y", "n", "1", "…", "9"],
  [phrase("Go to a form, then send it"), "Alt", "Enter"],
  [phrase("Decline a form"), "Alt", "N"],
  [phrase("Leave the composer, close a dialog"), "Esc"],
  [phrase("Show or hide sessions, panel"), "[", "]"],
  [phrase("Keyboard shortcuts"), "?"],
];

export default function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title={t("Keyboard shortcuts")}>
      <dl className="px-5 pb-5">
        {KEYS.map(([what, ...keys]) => (
          <div key={what} className="flex items-center justify-between border-b border-line py-1.5 last:border-0">
            <dt>{t(what)}</dt>
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
