import { createZipWriter, MAX_ZIP_BYTES, type ZipWriter } from '#core/project/zip/writeZip.ts';
import { MAX_BYTES_IN_MEMORY, pickFile, writesToDisk } from '#tools/capture/session/savePicker.ts';
import { saveFile } from '#ui/saveFile.ts';

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

/**
 * Asks for a file where the browser can; call it as a press is handled. Null if the user chose none.
 * Rejects if the file cannot be written.
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
