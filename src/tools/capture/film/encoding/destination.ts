import { BufferTarget, StreamTarget, type StreamTargetChunk, type Target } from 'mediabunny';
import { MAX_BYTES_IN_MEMORY, pickFile, writesToDisk } from '#tools/capture/savePicker.ts';
import { saveFile } from '#ui/saveFile.ts';
import type { FilmFormat } from './formats.ts';

export interface Destination {
  readonly name: string;
  readonly target: Target;
  /** Infinity on disk. */
  readonly maxBytes: number;
  deliver(): void;
  /** The film is not wanted. Call this before cancelling the output. */
  discard(): void;
  /** Closes a destination that no output has used. */
  close(): Promise<void>;
}

/**
 * Asks for a file if the browser supports it. Call this in the event handler of a press. Null if
 * the user cancelled. Rejects if the file cannot be written.
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

/** Size of a write to disk, in bytes. */
const CHUNK_SIZE = 4 * 1024 * 1024;

/** The file is replaced only once the film is complete. */
async function onDisk(handle: FileSystemFileHandle): Promise<Destination> {
  const file = await handle.createWritable();
  let isWanted = true;
  const stream = new WritableStream<StreamTargetChunk>({
    write: (chunk) => file.write(chunk),
    // The library also closes the stream when it cancels.
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
