import { Dialog } from "./dialog.tsx";
import { DialogForm } from "./dialog-form.tsx";

interface ConfirmDialogProps {
  readonly title: string;
  /** What will happen, and to what. */
  readonly description: string;
  /** The label of the button that does it. */
  readonly submit: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Asks before something that cannot be undone. A failure is shown, and the dialog stays. */
export function ConfirmDialog({ title, description, submit, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title={title} description={description}>
      <DialogForm
        submit={submit}
        look="danger"
        onSubmit={async () => {
          await onConfirm();
          onClose();
        }}
        onCancel={onClose}
      />
    </Dialog>
  );
}
