/**
 * Puts the cursor where prompts are written, after a click on something that goes away: the focus would be nowhere, and what
 * is typed next would be keys of the page. Not on a phone, where it would bring up the keyboard.
 */
export function focusComposer(): void {
  if (!matchMedia("(pointer: coarse)").matches) document.getElementById("composer")?.focus();
}
