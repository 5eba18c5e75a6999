/** Thrown by {@link readModule} and the disassembler for bytes that are not a SPIR-V module. */
export class SpirvError extends Error {
  override readonly name = 'SpirvError';

  constructor() {
    super('Error disassembling SPIR-V code');
  }
}

/** A range of {@link ModuleWords.words}; `end` is exclusive. */
export interface Instruction {
  readonly opcode: number;
  readonly start: number;
  readonly end: number;
}

/** The words of a module, not yet interpreted. */
export interface ModuleWords {
  readonly words: Uint32Array;
  /** The words in little-endian order, whatever the file's byte order; holds the strings. */
  readonly bytes: Uint8Array;
}

/** The header fields and instructions of a module (SPIR-V specification, section 2.3). */
export interface SpirvModule extends ModuleWords {
  readonly major: number;
  readonly minor: number;
  readonly generator: number;
  readonly generatorVersion: number;
  readonly bound: number;
  readonly schema: number;
  readonly instructions: readonly Instruction[];
}

const MAGIC = 0x07230203;
const HEADER_WORDS = 5;
const WORD = Uint32Array.BYTES_PER_ELEMENT;

/** Reads the whole words of a module in either byte order; null without a header. */
export function readWords(file: Uint8Array): ModuleWords | null {
  const words = new Uint32Array(Math.floor(file.byteLength / WORD));
  if (words.length < HEADER_WORDS) return null;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isLittleEndian = view.getUint32(0, true) === MAGIC;
  if (!isLittleEndian && view.getUint32(0, false) !== MAGIC) return null;
  const bytes = new Uint8Array(words.length * WORD);
  const target = new DataView(bytes.buffer);
  for (let index = 0; index < words.length; index += 1) {
    const word = view.getUint32(index * WORD, isLittleEndian);
    words[index] = word;
    target.setUint32(index * WORD, word, true);
  }
  return { words, bytes };
}

/**
 * The instructions after the header. A damaged module ends early, or its last instruction extends
 * past the end.
 */
export function* instructionsIn({ words }: ModuleWords): Iterable<Instruction> {
  for (let start = HEADER_WORDS; start < words.length; ) {
    const first = words[start] ?? 0;
    const end = start + (first >>> 16);
    if (end === start) return;
    yield { opcode: first & 0xffff, start, end };
    start = end;
  }
}

/**
 * Splits a module into instructions without interpreting them.
 *
 * @throws SpirvError if the bytes are not whole words, have no header, or do not end exactly after
 * the last instruction
 */
export function readModule(file: Uint8Array): SpirvModule {
  const read = file.byteLength % WORD === 0 ? readWords(file) : null;
  if (!read) throw new SpirvError();
  const instructions = [...instructionsIn(read)];
  if ((instructions.at(-1)?.end ?? HEADER_WORDS) !== read.words.length) throw new SpirvError();
  const [, version = 0, generator = 0, bound = 0, schema = 0] = read.words;
  return {
    ...read,
    major: (version >>> 16) & 0xff,
    minor: (version >>> 8) & 0xff,
    generator: generator >>> 16,
    generatorVersion: generator & 0xffff,
    bound,
    schema,
    instructions,
  };
}

/** A literal string's bytes without the NUL, and the index of the word after it. */
interface StringPlace {
  readonly bytes: Uint8Array;
  readonly next: number;
}

/** Finds the literal string at word `at`; undefined if it has no NUL before word `end`. */
export function findString(module: ModuleWords, at: number, end: number): StringPlace | undefined {
  const nul = module.bytes.subarray(0, end * WORD).indexOf(0, at * WORD);
  if (nul < 0) return undefined;
  return { bytes: module.bytes.subarray(at * WORD, nul), next: (nul >>> 2) + 1 };
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Invalid UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes?: Uint8Array): string {
  return decoder.decode(bytes);
}

/** One character per byte. */
export function decodeBytes(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
