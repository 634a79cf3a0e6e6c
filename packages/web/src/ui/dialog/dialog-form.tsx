import type { ReactNode } from "react";

import { t } from "../../language/t.ts";
import { Button } from "../button.tsx";
import { Problem } from "../problem.tsx";
import { useAction } from "../hooks/use-action.ts";

interface DialogFormProps {
  /** The label of the submit button. */
  readonly submit: string;
  /** Its label while submitting. */
  readonly submitting?: string;
  readonly look?: "primary" | "danger";
  readonly isDisabled?: boolean;
  /** Closes the dialog itself; a rejection is shown. */
  readonly onSubmit: () => Promise<unknown>;
  readonly onCancel: () => void;
  /** A problem from before the first submit. */
  readonly problem?: string | undefined;
  readonly children?: ReactNode;
}

/** The body of a dialog: fields, a problem, cancel and submit. */
export function DialogForm(props: DialogFormProps) {
  const { submit, submitting = submit, look = "primary", isDisabled = false, onSubmit, onCancel, children } = props;
  const { isRunning, error = props.problem, run } = useAction();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        run(onSubmit);
      }}
      className="space-y-4 px-5 pt-1 pb-5"
    >
      {children}
      <Problem text={error} className="text-sm" />
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button type="submit" look={look} disabled={isDisabled || isRunning}>
          {isRunning ? submitting : submit}
        </Button>
      </div>
    </form>
  );
}
