import { createZipWriter, MAX_ZIP_BYTES, type ZipWriter } from '#project/disk/zip/writeZip.ts';
import { saveFile } from '#ui/saveFile.ts';

/** Bytes of an archive that the page keeps in memory, where it cannot write to the disk. */
export const MAX_BYTES_IN_MEMORY = 512 * 1024 * 1024;

/** Where the frames of a sequence go. */
export interface Archive {
  readonly name: string;
  /** False, with nothing added, if there is no room for it. Rejects if the disk refuses it. */
  add(path: string, file: Blob): Promise<boolean>;
  /** Gives the archive to the user. */
  finish(): Promise<void>;
  /** The archive is not wanted. */
  discard(): Promise<void>;
  /** Bytes that it may have. */
  readonly maxBytes: number;
}

/** Where its bytes go. */
interface Sink {
  readonly name: string;
  readonly maxBytes: number;
  write(part: Blob): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** What Chromium has, and TypeScript’s library lacks. */
interface SavePicker {
  showSaveFilePicker(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly accept: Readonly<Record<string, readonly string[]>> }[];
  }): Promise<FileSystemFileHandle>;
}

/** Whether archives go to the disk while they are made. */
export function writesToDisk(): boolean {
  return 'showSaveFilePicker' in window;
}

/**
 * Asks for a file where the browser can; call it as a press is handled. Null if the user chose none.
 * Rejects if the file cannot be written.
 */
export async function chooseArchive(suggestedName: string): Promise<Archive | null> {
  const { showSaveFilePicker } = window as Partial<SavePicker>;
  if (!showSaveFilePicker) return createArchive(memorySink(suggestedName));
  try {
    const types = [{ accept: { 'application/zip': ['.zip'] } }];
    return createArchive(await diskSink(await showSaveFilePicker({ suggestedName, types })));
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === 'AbortError') return null;
    throw thrown;
  }
}

export function createArchive(sink: Sink): Archive {
  const zip: ZipWriter = createZipWriter(sink.write);
  return {
    name: sink.name,
    maxBytes: sink.maxBytes,
    async add(path, file) {
      if (zip.size() + file.size + RESERVE > sink.maxBytes) return false;
      await zip.add({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
      return true;
    },
    async finish() {
      await zip.end();
      await sink.close();
    },
    discard: sink.abort,
  };
}

/** More bytes than a file's headers have. */
const RESERVE = 1024;

function memorySink(name: string): Sink {
  const parts: Blob[] = [];
  return {
    name,
    maxBytes: MAX_BYTES_IN_MEMORY,
    write: async (part) => void parts.push(part),
    close: async () => saveFile(new File(parts, name, { type: 'application/zip' })),
    async abort() {},
  };
}

/** The file changes when the archive is complete, not before. */
async function diskSink(handle: FileSystemFileHandle): Promise<Sink> {
  const file = await handle.createWritable();
  return {
    name: handle.name,
    maxBytes: MAX_ZIP_BYTES,
    write: (part) => file.write(part),
    close: () => file.close(),
    abort: () => file.abort(),
  };
}
