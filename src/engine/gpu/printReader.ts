import { readPrintRecords } from '#core/plan/printing/readPrintRecords.ts';
import { createReadBack, type ReadBack } from './readBack.ts';

/** Copies that are there from the start: as many as frames that may be with the GPU, twice. */
const RING_SIZE = 4;

type HashedStrings = Readonly<Record<number, string>>;

/** Brings printed text back without holding up a frame: all of it, in the order of the frames. */
export type PrintReader = ReturnType<typeof createPrintReader>;

interface PrintReaderOptions {
  readonly device: GPUDevice;
  readonly buffer: GPUBuffer;
  /** Not called for a frame that printed nothing. */
  readonly onPrinted: (text: string) => void;
  readonly onMessage: (message: string) => void;
}

/** A copy of the print buffer, used again and again. */
interface Slot {
  readonly copy: ReadBack;
  hashedStrings: HashedStrings;
  state: 'copied' | 'mapping' | 'arrived';
  /** What has arrived; null if the device ended meanwhile, and nobody waits for its text any more. */
  bytes: ArrayBuffer | null;
  readonly onMapped: (bytes: ArrayBuffer) => void;
  readonly onFailed: () => void;
}

export function createPrintReader(options: PrintReaderOptions) {
  const { device, buffer, onPrinted, onMessage } = options;
  const all: Slot[] = [];
  const free: Slot[] = [];
  /** Slots with text on its way, oldest first. */
  const queue: Slot[] = [];
  let disposed = false;

  const tell = ({ copy, hashedStrings }: Slot, bytes: ArrayBuffer) => {
    const words = new Uint32Array(bytes);
    const printed = isEmpty(words) ? null : readPrintRecords(words, hashedStrings);
    copy.unmap();
    if (!printed) return;
    if (printed.text !== '') onPrinted(printed.text);
    for (const error of printed.errors) onMessage(error);
  };
  /** Tells what has arrived, as long as nothing older is still on its way. */
  const drain = () => {
    for (let slot = queue[0]; slot && !disposed; slot = queue[0]) {
      if (slot.state !== 'arrived') return;
      queue.shift();
      if (slot.bytes) tell(slot, slot.bytes);
      free.push(slot);
    }
  };
  const createSlot = (): Slot => {
    const arrive = (bytes: ArrayBuffer | null) => {
      slot.state = 'arrived';
      slot.bytes = bytes;
      drain();
    };
    const slot: Slot = {
      copy: createReadBack(device, `printed text ${all.length}`, buffer.size),
      hashedStrings: {},
      state: 'copied',
      bytes: null,
      onMapped: arrive,
      onFailed: () => arrive(null),
    };
    all.push(slot);
    return slot;
  };
  for (let index = 0; index < RING_SIZE; index += 1) free.push(createSlot());

  return {
    /** Before the frame's first dispatch: empties the buffer. */
    begin: (encoder: GPUCommandEncoder) => encoder.clearBuffer(buffer),
    /**
     * After its last dispatch: copies the buffer. If all copies are on their way, one more is made.
     *
     * @param hashedStrings those of the program that prints in this frame
     */
    end(encoder: GPUCommandEncoder, hashedStrings: HashedStrings) {
      const slot = free.pop() ?? createSlot();
      slot.hashedStrings = hashedStrings;
      slot.state = 'copied';
      queue.push(slot);
      encoder.copyBufferToBuffer(buffer, 0, slot.copy.buffer, 0, buffer.size);
    },
    /** The commands of the frame are submitted: fetches the copy. */
    read() {
      for (const slot of queue) {
        if (slot.state !== 'copied') continue;
        slot.state = 'mapping';
        slot.copy.map().then(slot.onMapped, slot.onFailed);
      }
    },
    dispose() {
      disposed = true;
      for (const { copy } of all) copy.dispose();
    },
  };
}

function isEmpty(words: Uint32Array): boolean {
  for (let index = 0; index < words.length; index += 1) if (words[index] !== 0) return false;
  return true;
}
