/** An instruction of a SPIR-V module. */
export interface Instruction {
  readonly opcode: number;
  /** The words behind the first one. */
  readonly operands: Uint32Array;
}

const MAGIC = 0x07230203;
const HEADER_WORDS = 5;

/** The opcodes of declarations that a host has to know. */
export const OP = {
  name: 5,
  memberName: 6,
  entryPoint: 15,
  executionMode: 16,
  typeInt: 21,
  typeFloat: 22,
  typeVector: 23,
  typeMatrix: 24,
  typeImage: 25,
  typeSampler: 26,
  typeSampledImage: 27,
  typeArray: 28,
  typeRuntimeArray: 29,
  typeStruct: 30,
  typePointer: 32,
  constant: 43,
  function: 54,
  variable: 59,
  decorate: 71,
  memberDecorate: 72,
  accelerationStructure: 5341,
} as const;

/** The words of a module; null if the bytes are none. */
export function wordsOf(binary: Uint8Array): Uint32Array | null {
  const view = new DataView(binary.buffer, binary.byteOffset, binary.byteLength);
  const count = Math.floor(binary.byteLength / Uint32Array.BYTES_PER_ELEMENT);
  const words = Uint32Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true));
  return words[0] === MAGIC && count >= HEADER_WORDS ? words : null;
}

/** Those before the first function. A damaged module ends early. */
export function* declarations(words: Uint32Array): Iterable<Instruction> {
  for (let at = HEADER_WORDS; at < words.length; ) {
    const first = words[at] ?? 0;
    const opcode = first & 0xffff;
    const length = first >>> 16;
    if (length === 0 || opcode === OP.function) return;
    yield { opcode, operands: words.subarray(at + 1, at + length) };
    at += length;
  }
}

/** A string in operands, and how many words it takes. */
export function stringIn(operands: Uint32Array, from: number): { text: string; words: number } {
  const bytes: number[] = [];
  for (let at = from; at < operands.length; at += 1) {
    for (let shift = 0; shift < 32; shift += 8) {
      const byte = ((operands[at] ?? 0) >>> shift) & 0xff;
      if (byte === 0) {
        return { text: new TextDecoder().decode(Uint8Array.from(bytes)), words: at - from + 1 };
      }
      bytes.push(byte);
    }
  }
  return { text: new TextDecoder().decode(Uint8Array.from(bytes)), words: operands.length - from };
}
