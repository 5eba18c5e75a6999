export class SpirvBuilder {
  readonly #words: number[];
  #nextId = 1;

  constructor(generator = 0) {
    this.#words = [0x07230203, 0x00010600, generator, 0, 0];
  }

  id(): number {
    this.#nextId += 1;
    return this.#nextId - 1;
  }

  add(opcode: number, ...operands: readonly number[]): this {
    this.#words.push(((operands.length + 1) << 16) | opcode, ...operands);
    return this;
  }

  /** Adds the words unchanged, whether or not they form an instruction. */
  raw(...words: readonly number[]): this {
    this.#words.push(...words);
    return this;
  }

  words(): Uint32Array {
    const words = Uint32Array.from(this.#words);
    words[3] = this.#nextId;
    return words;
  }

  bytes(order: 'little' | 'big' = 'little'): Uint8Array {
    const words = this.words();
    const view = new DataView(new ArrayBuffer(words.length * 4));
    words.forEach((word, index) => {
      view.setUint32(index * 4, word, order === 'little');
    });
    return new Uint8Array(view.buffer);
  }
}

/** A literal string as words: its bytes, lowest first, a NUL, and zeros up to a whole word. */
export function stringWords(text: string | Uint8Array): number[] {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const padded = new Uint8Array((Math.floor(bytes.length / 4) + 1) * 4);
  padded.set(bytes);
  const view = new DataView(padded.buffer);
  return Array.from({ length: padded.length / 4 }, (_, index) => view.getUint32(index * 4, true));
}
