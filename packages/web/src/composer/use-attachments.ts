import { useCallback, useRef, useState } from "react";

import { type Attachment, readAttachment } from "./attachment.ts";

/** The files that the next prompt takes with it, and why the last one could not be taken. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const lastId = useRef(0);

  const add = useCallback(async (files: readonly File[]) => {
    setRefusal(undefined);
    for (const file of files) {
      const read = await readAttachment(file);
      if ("refusal" in read) {
        setRefusal(read.refusal);
        continue;
      }
      lastId.current += 1;
      const attachment = { id: lastId.current, name: file.name, block: read.block };
      setAttachments((before) => [...before, attachment]);
    }
  }, []);

  return {
    attachments,
    refusal,
    add,
    remove: (id: number) => setAttachments((before) => before.filter((attachment) => attachment.id !== id)),
    clear: useCallback(() => {
      setAttachments([]);
      setRefusal(undefined);
    }, []),
  };
}
