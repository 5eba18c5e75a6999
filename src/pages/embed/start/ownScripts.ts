const made = new Set<string>();

/** Addresses of scripts that this page has made itself. */
export const madeScripts: ReadonlySet<string> = made;

/** The address of a script with this text, for a worker. */
export function makeScript(text: string): string {
  const address = URL.createObjectURL(new Blob([text]));
  made.add(address);
  return address;
}
