import { createZipWriter, MAX_ZIP_BYTES, type ZipWriter } from '#core/project/zip.ts';
import { MAX_BYTES_IN_MEMORY, pickFile, writesToDisk } from '#tools/capture/savePicker.ts';
import { saveFile } from '#ui/saveFile.ts';

export interface Archive {
  readonly name: string;
  /**
   * Resolves to false, and adds nothing, if the file does not fit. Rejects if writing to disk
   * fails.
   */
  add(path: string, file: Blob): Promise<boolean>;
  finish(): Promise<void>;
  discard(): Promise<void>;
  /** Maximum size in bytes. */
  readonly maxBytes: number;
}

/** Where an archive's bytes are written to. */
interface Sink {
  readonly name: string;
  readonly maxBytes: number;
  write(part: Blob): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/**
 * Asks for a file if the browser supports it. Call this in the event handler of a press. Null if
 * the user cancelled. Rejects if the file cannot be written.
 */
export async function chooseArchive(suggestedName: string): Promise<Archive | null> {
  if (!writesToDisk()) return createArchive(memorySink(suggestedName));
  const handle = await pickFile(suggestedName, 'application/zip', '.zip');
  return handle && createArchive(await diskSink(handle));
}

function createArchive(sink: Sink): Archive {
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

/** Upper bound for the size of a file's headers, in bytes. */
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

/** The file is replaced only once the archive is complete. */
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
