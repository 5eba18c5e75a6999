/** Milliseconds that the browser has to read the file. */
const READING_TIME = 10_000;

/** Lets the browser download a file. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READING_TIME);
}
