/**
 * Windows paths that are not what they look like: each names a file in a way that a comparison of texts does not see.
 */

const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?$/i;

/** Undefined if the path means what it says. */
export function windowsPathProblem(path: string): string | undefined {
  if (/^[\\/]{2}[?.][\\/]/.test(path)) return "It is a device path, which bypasses name checks.";
  if (/^[A-Za-z]:(?![\\/])/.test(path)) return "It is relative to the current folder of a drive.";
  const parts = path
    .replace(/^[A-Za-z]:/, "")
    .split(/[\\/]/)
    .filter((part) => part !== "." && part !== "..");
  if (parts.some((part) => part.includes(":"))) return "It names an alternate data stream.";
  // Windows drops them, and opens the file of the shorter name.
  if (parts.some((part) => /[. ]$/.test(part))) return "A segment ends in a dot or a space.";
  return parts.some((part) => DEVICES.test(part)) ? "It names a device." : undefined;
}
