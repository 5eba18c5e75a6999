/** How long the browser may take to read the file, in milliseconds. */
const READING_TIME = 10_000;

/** Hands a file to the browser, which saves it among the downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READING_TIME);
}
