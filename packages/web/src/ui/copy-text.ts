/**
 * Copies a text to the clipboard; false if the browser did not allow it. Call it in a click.
 *
 * A page over plain HTTP has no `navigator.clipboard`: there, and where that is refused, it is copied as a selection is.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!isSecureContext) return copySelection(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Takes no focus, which a dialog would take back at once. */
function copySelection(text: string): boolean {
  const selection = getSelection();
  if (!selection) return false;
  const ranges = Array.from({ length: selection.rangeCount }, (_, index) => selection.getRangeAt(index));
  const mark = document.createElement("span");
  mark.textContent = text;
  mark.ariaHidden = "true";
  Object.assign(mark.style, { position: "fixed", clipPath: "inset(50%)", whiteSpace: "pre", userSelect: "text" });
  let isCopied = false;
  const onCopy = (event: ClipboardEvent) => {
    // Not as HTML, and every character as it is.
    event.preventDefault();
    event.stopPropagation();
    event.clipboardData?.setData("text/plain", text);
    isCopied = event.clipboardData !== null;
  };
  document.body.append(mark);
  document.addEventListener("copy", onCopy, { capture: true });
  try {
    selection.selectAllChildren(mark);
    return document.execCommand("copy") && isCopied;
  } finally {
    document.removeEventListener("copy", onCopy, { capture: true });
    mark.remove();
    selection.removeAllRanges();
    for (const range of ranges) selection.addRange(range);
  }
}
