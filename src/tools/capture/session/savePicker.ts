/** What Chromium has, and TypeScript’s library lacks. */
interface SavePicker {
  showSaveFilePicker(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
}

/** Bytes of a file that the page keeps in memory, where it cannot write to the disk. */
export const MAX_BYTES_IN_MEMORY = 512 * 1024 * 1024;

/** Whether files go to the disk while they are made, so that they can have any size. */
export function writesToDisk(): boolean {
  return typeof picker().showSaveFilePicker === 'function';
}

/**
 * Asks for a file to write; call it as a press is handled, and only if `writesToDisk()`. Null if the user
 * chose none.
 *
 * @param type its MIME type
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
