/** Whether keys pressed there are text or belong to a menu or dialog, and are not shortcuts. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null;
}
