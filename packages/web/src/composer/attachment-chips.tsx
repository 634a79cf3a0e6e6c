import { useRef } from "react";

import { t } from "../language/t.ts";
import { IconButton } from "../ui/button.tsx";
import { Icon } from "../ui/icon.tsx";
import type { Attachment } from "./attachment.ts";

interface AttachmentChipsProps {
  readonly attachments: readonly Attachment[];
  readonly onRemove: (id: number) => void;
}

export function AttachmentChips({ attachments, onRemove }: AttachmentChipsProps) {
  if (attachments.length === 0) return null;
  return (
    <ul aria-label={t("Attachments")} className="flex flex-wrap gap-2 px-3 pt-3">
      {attachments.map(({ id, name, block }) => (
        <li
          key={id}
          className="flex items-center gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-1.5 text-sm"
        >
          {block.type === "image" ? (
            <img src={`data:${block.mimeType};base64,${block.data}`} alt="" className="size-7 rounded object-cover" />
          ) : (
            <Icon name="file" className="text-muted" />
          )}
          <span className="max-w-40 truncate">{name}</span>
          <button
            type="button"
            aria-label={t("Remove {name}", { name })}
            onClick={() => onRemove(id)}
            className="inline-flex size-6 items-center justify-center rounded text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="close" className="size-3" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface AttachButtonProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function AttachButton({ isDisabled, onFiles }: AttachButtonProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      <IconButton
        icon="attach"
        label={t("Attach files")}
        onClick={() => picker.current?.click()}
        disabled={isDisabled}
      />
    </>
  );
}
