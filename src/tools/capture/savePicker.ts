/** Supported in Chromium, but missing from TypeScript’s library. */
interface SavePicker {
  showSaveFilePicker(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
}

/** Maximum size of a file kept in memory, if the browser cannot write to disk. */
export const MAX_BYTES_IN_MEMORY = 512 * 1024 * 1024;

/** Whether files are written to disk as they are created, so that their size is not limited. */
export function writesToDisk(): boolean {
  return typeof picker().showSaveFilePicker === 'function';
}

/**
 * Asks for a file to write. Call this in the event handler of a press, and only if
 * `writesToDisk()`. Null if the user cancelled.
 *
 * @param type MIME type
 * @param extension such as `.zip`
 */
export async function pickFile(
  suggestedName: string,
  type: string,
  extension: string,
): Promise<FileSystemFileHandle | null> {
  try {
    const types = [{ accept: { [type]: [extension] } }];
    return (await picker().showSaveFilePicker?.({ suggestedName, types })) ?? null;
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
}

function picker(): Partial<SavePicker> {
  return window as Partial<SavePicker>;
}
