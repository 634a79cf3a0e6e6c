import { useState } from "react";

import { useDocumentEvent } from "../ui/use-document-event.ts";

/** Takes files dropped anywhere on the page; true while files are dragged over it. */
export function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  useDocumentEvent("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    // Without this the browser leaves the page and opens the file.
    event.preventDefault();
    setDropping(true);
  });
  useDocumentEvent("dragleave", (event) => event.relatedTarget === null && setDropping(false));
  useDocumentEvent("drop", (event) => {
    setDropping(false);
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  return isDropping;
}
