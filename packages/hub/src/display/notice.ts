/** Something that a user should know and that is no answer of the model. */
export interface Notice {
  readonly severity: "info" | "warning" | "error";
  readonly title: string;
  readonly description?: string;
}

/** As an update of ACP: for clients without notices, as a message of its own that is never taken for a part of the model's. */
export function noticeUpdate(
  { severity, title, description }: Notice,
  { takesNotices, newMessageId }: { readonly takesNotices: boolean; newMessageId(): string },
) {
  if (takesNotices) {
    return { sessionUpdate: "notice" as const, severity, title, ...(description && { description }) };
  }
  const text = description ? `${title}: ${description}\n\n` : `${title}\n\n`;
  return {
    sessionUpdate: "agent_message_chunk" as const,
    messageId: newMessageId(),
    content: { type: "text" as const, text },
    _meta: { tenon: { notice: severity } },
  };
}
