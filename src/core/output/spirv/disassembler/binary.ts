/** What {@link readModule} and the disassembler throw for bytes that are no SPIR-V module. */
export class SpirvError extends Error {
  override readonly name = 'SpirvError';

  constructor() {
    super('Error disassembling SPIR-V code');
  }
}

/** An instruction's place in {@link SpirvModule.words}: its first word, and the one after its last. */
export interface Instruction {
  readonly opcode: number;
  readonly start: number;
  readonly end: number;
}

/** The header's fields and the instructions of a module (SPIR-V specification, section 2.3). */
export interface SpirvModule {
  readonly major: number;
  readonly minor: number;
  readonly generator: number;
  readonly generatorVersion: number;
  readonly bound: number;
  readonly schema: number;
  readonly words: Uint32Array;
  /** The words' bytes, in little-endian order whatever the order of the file: strings lie in it. */
  readonly bytes: Uint8Array;
  readonly instructions: readonly Instruction[];
}

const MAGIC = 0x07230203;
const HEADER_WORDS = 5;

/** A copy of the bytes, turned to little-endian order. */
function toLittleEndian(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const turned = bytes.slice();
  if (view.getUint32(0, true) === MAGIC) return turned;
  if (view.getUint32(0, false) !== MAGIC) throw new SpirvError();
  const target = new DataView(turned.buffer);
  for (let at = 0; at < bytes.byteLength; at += 4) {
    target.setUint32(at, view.getUint32(at, false), true);
  }
  return turned;
}

function toWords(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new Uint32Array(bytes.byteLength / 4);
  for (let index = 0; index < words.length; index++) {
    words[index] = view.getUint32(index * 4, true);
  }
  return words;
}

function readInstructions(words: Uint32Array): Instruction[] {
  const instructions: Instruction[] = [];
  let start = HEADER_WORDS;
  while (start < words.length) {
    const first = words[start] ?? 0;
    const end = start + (first >>> 16);
    if (end === start || end > words.length) throw new SpirvError();
    instructions.push({ opcode: first & 0xffff, start, end });
    start = end;
  }
  return instructions;
}

/**
 * Splits a module of either byte order into its instructions, without looking into them.
 *
 * @throws SpirvError if the bytes are no whole words, have no header, or do not end where their
 * last instruction does.
 */
export function readModule(file: Uint8Array): SpirvModule {
  if (file.byteLength % 4 !== 0 || file.byteLength < HEADER_WORDS * 4) throw new SpirvError();
  const bytes = toLittleEndian(file);
  const words = toWords(bytes);
  const [, version = 0, generator = 0, bound = 0, schema = 0] = words;
  return {
    major: (version >>> 16) & 0xff,
    minor: (version >>> 8) & 0xff,
    generator: generator >>> 16,
    generatorVersion: generator & 0xffff,
    bound,
    schema,
    words,
    bytes,
    instructions: readInstructions(words),
  };
}
