import type { ContentBlock } from "@agentclientprotocol/sdk";
import { useCallback, useRef, useState } from "react";

import { type Attachment, nameOfBlock, readAttachment } from "./attachment.ts";

/** The files of the next prompt, and why the last one was refused. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<readonly Attachment[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const lastId = useRef(0);

  const put = useCallback((name: string, block: ContentBlock) => {
    lastId.current += 1;
    const attachment = { id: lastId.current, name, block };
    setAttachments((before) => [...before, attachment]);
  }, []);
  const add = useCallback(
    async (files: readonly File[]) => {
      setRefusal(undefined);
      for (const file of files) {
        const read = await readAttachment(file);
        if ("refusal" in read) {
          setRefusal(read.refusal);
          continue;
        }
        put(file.name, read.block);
      }
    },
    [put],
  );

  return {
    attachments,
    refusal,
    add,
    put,
    /** Adds those of a prompt that was taken back. */
    restore(blocks: readonly ContentBlock[]): void {
      for (const block of blocks) put(nameOfBlock(block), block);
    },
    remove: (id: number) => setAttachments((before) => before.filter((attachment) => attachment.id !== id)),
    clear: useCallback(() => {
      setAttachments([]);
      setRefusal(undefined);
    }, []),
  };
}
