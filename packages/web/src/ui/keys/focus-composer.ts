/**
 * Focuses the composer after a click on something that disappears: without focus, what is typed next would be taken as
 * shortcuts. Not on a phone, where it would bring up the keyboard.
 */
export function focusComposer(): void {
  if (!matchMedia("(pointer: coarse)").matches) document.getElementById("composer")?.focus();
}
