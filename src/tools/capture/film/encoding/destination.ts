import { BufferTarget, StreamTarget, type StreamTargetChunk, type Target } from 'mediabunny';
import { MAX_BYTES_IN_MEMORY, pickFile, writesToDisk } from '#tools/capture/session/savePicker.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { FilmFormat } from './formats.ts';

/** Where a film goes. */
export interface Destination {
  readonly name: string;
  readonly target: Target;
  /** Infinity on a disk. */
  readonly maxBytes: number;
  /** Gives the finished film to the user. */
  deliver(): void;
  /** The film is not wanted: call it before the output is cancelled. */
  discard(): void;
  /** Closes a destination that no output has begun to use. */
  close(): Promise<void>;
}

/**
 * Asks for a file where the browser can; call it as a press is handled. Null if the user chose none.
 * Rejects if the file cannot be written.
 */
export async function chooseDestination(
  name: string,
  { extension, type }: FilmFormat,
): Promise<Destination | null> {
  const suggestedName = `${name}.${extension}`;
  if (!writesToDisk()) return inMemory(suggestedName, type);
  const handle = await pickFile(suggestedName, type, `.${extension}`);
  return handle && onDisk(handle);
}

function inMemory(name: string, type: string): Destination {
  const target = new BufferTarget();
  return {
    ...{ name, target, maxBytes: MAX_BYTES_IN_MEMORY },
    deliver() {
      if (target.buffer) saveFile(new File([target.buffer], name, { type }));
    },
    discard() {},
    async close() {},
  };
}

/** Bytes that are written at once. */
const CHUNK_SIZE = 4 * 1024 * 1024;

/** The file changes when the film is complete, not before. */
async function onDisk(handle: FileSystemFileHandle): Promise<Destination> {
  const file = await handle.createWritable();
  let isWanted = true;
  const stream = new WritableStream<StreamTargetChunk>({
    write: (chunk) => file.write(chunk),
    // The library also closes what it cancels.
    close: () => (isWanted ? file.close() : file.abort()),
    abort: (reason) => file.abort(reason),
  });
  return {
    name: handle.name,
    target: new StreamTarget(stream, { chunked: true, chunkSize: CHUNK_SIZE }),
    maxBytes: Number.POSITIVE_INFINITY,
    deliver() {},
    discard() {
      isWanted = false;
    },
    close: () => stream.abort().catch(() => {}),
  };
}
