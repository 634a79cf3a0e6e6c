import { useEffect, useEffectEvent, useState } from "react";

/** Takes files that are dropped anywhere on the page; true while some are held over it. */
export function useDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isDropping, setDropping] = useState(false);
  const drop = useEffectEvent(onFiles);
  useEffect(() => {
    const lifetime = new AbortController();
    const { signal } = lifetime;
    // Without this the browser leaves the page and opens the file.
    const onDrag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDropping(true);
    };
    document.addEventListener("dragover", onDrag, { signal });
    document.addEventListener("dragleave", (event) => event.relatedTarget === null && setDropping(false), { signal });
    document.addEventListener(
      "drop",
      (event) => {
        setDropping(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        drop(files);
      },
      { signal },
    );
    return () => lifetime.abort();
  }, []);
  return isDropping;
}
