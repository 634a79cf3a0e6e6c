/** Whether keys pressed there are text, or belong to what has the focus, and not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null;
}
