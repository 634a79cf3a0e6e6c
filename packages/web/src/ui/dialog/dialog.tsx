/**
 * A modal dialog. It takes the focus, gives it back, and closes with Escape.
 */

import { Dialog as Primitive } from "radix-ui";
import type { ReactNode } from "react";

import { t } from "../../language/t.ts";
import { IconButton } from "../button.tsx";

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string;
  /** The title is for screen readers only. */
  readonly isBare?: boolean;
  readonly side?: keyof typeof SIDES;
  /** False if the focus goes elsewhere when it closes. */
  readonly returnsFocus?: () => boolean;
  readonly children: ReactNode;
}

const SIDES = {
  centre:
    "left-1/2 top-[12dvh] max-h-[80dvh] w-[min(34rem,calc(100vw-2rem))] -translate-x-1/2 overflow-auto rounded-xl border border-line shadow-lift",
  whole: "inset-4 rounded-xl border border-line p-3 shadow-lift sm:inset-8",
  left: "inset-y-0 left-0 w-[min(19rem,86vw)] border-r border-line shadow-lift",
  right: "inset-y-0 right-0 w-[min(26rem,92vw)] border-l border-line shadow-lift",
} as const;

/** The first field, not the close button. */
function focusFirstField(event: Event): void {
  event.preventDefault();
  if (!(event.currentTarget instanceof HTMLElement)) return;
  const field = event.currentTarget.querySelector<HTMLElement>(
    "input:not([type=checkbox]):not([type=search]), textarea",
  );
  (field ?? event.currentTarget).focus();
}

export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, isBare = false, side = "centre", returnsFocus, children } = props;
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        {/* Not the library's own overlay: it writes a style element, which the page's policy forbids. */}
        <div className="fixed inset-0 z-40 bg-veil" aria-hidden="true" />
      </Primitive.Portal>
      <Primitive.Portal>
        <Primitive.Content
          className={`fixed z-50 flex flex-col bg-surface focus:outline-none ${SIDES[side]}`}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={(event) => {
            if (returnsFocus?.() === false) event.preventDefault();
          }}
          {...(description === undefined && { "aria-describedby": undefined })}
        >
          {isBare ? (
            <Primitive.Title className="sr-only">{title}</Primitive.Title>
          ) : (
            <header className="flex items-center justify-between gap-4 px-5 pt-3 pb-2">
              <div>
                <Primitive.Title className="text-base font-semibold">{title}</Primitive.Title>
                {description !== undefined && (
                  <Primitive.Description className="mt-1 text-sm text-muted">{description}</Primitive.Description>
                )}
              </div>
              <IconButton icon="close" label={t("Close")} onClick={onClose} className="-mr-2" />
            </header>
          )}
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
