import { readPrintRecords } from '#core/plan/printing/readPrintRecords.ts';
import { createReadBack, type ReadBack } from './readBack.ts';

/** Initial number of copies: twice the frames that may be in flight. */
const RING_SIZE = 4;

type HashedStrings = Readonly<Record<number, string>>;

/** Reads printed text without delaying frames: all of it, in frame order. */
export type PrintReader = ReturnType<typeof createPrintReader>;

interface PrintReaderOptions {
  readonly device: GPUDevice;
  readonly buffer: GPUBuffer;
  /** Not called for frames that print nothing. */
  readonly onPrinted: (text: string) => void;
  readonly onMessage: (message: string) => void;
}

interface Slot {
  readonly copy: ReadBack;
  hashedStrings: HashedStrings;
  state: 'copied' | 'mapping' | 'arrived';
  /** Null if the device was lost before they arrived. */
  bytes: ArrayBuffer | null;
  readonly onMapped: (bytes: ArrayBuffer) => void;
  readonly onFailed: () => void;
}

export function createPrintReader(options: PrintReaderOptions) {
  const { device, buffer, onPrinted, onMessage } = options;
  const all: Slot[] = [];
  const free: Slot[] = [];
  /** Slots with pending text, oldest first. */
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
  /** Reports text in frame order. */
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
    /** Empties the buffer before the frame's first dispatch. */
    begin: (encoder: GPUCommandEncoder) => encoder.clearBuffer(buffer),
    /**
     * Copies the buffer after the frame's last dispatch. If all copies are in use, creates another.
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
    /** Maps the copies, once the frame's commands are submitted. */
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
