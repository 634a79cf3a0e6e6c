/** Has the browser keep a file, as if its link had been clicked. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  URL.revokeObjectURL(address);
}
