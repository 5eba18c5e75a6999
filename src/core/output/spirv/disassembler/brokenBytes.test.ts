import { describe, expect, it } from 'vitest';
import { SpirvBuilder, stringWords } from '../../../../../tests/support/spirvBuilder.ts';
import { disassembleSpirv } from './disassemble.ts';

const ERROR = 'Error disassembling SPIR-V code';

/** A module of 27 words with nine different instructions. */
function small(): SpirvBuilder {
  const voidType = 1;
  const functionType = 2;
  const main = 3;
  const label = 4;
  return new SpirvBuilder()
    .add(17, 1) // OpCapability
    .add(14, 0, 1) // OpMemoryModel
    .add(5, main, ...stringWords('main')) // OpName
    .add(19, voidType) // OpTypeVoid
    .add(33, functionType, voidType) // OpTypeFunction
    .add(54, voidType, main, 0, functionType) // OpFunction
    .add(248, label) // OpLabel
    .add(253) // OpReturn
    .add(56); // OpFunctionEnd
}

/** A reproducible sequence of numbers from 0 to 2^32 - 1. */
function* randomWords(seed: number): Generator<number, never> {
  let state = seed;
  while (true) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state ^ (state >>> 15)) >>> 0;
  }
}

function outcome(bytes: Uint8Array): 'text' | 'error' {
  try {
    expect(disassembleSpirv(bytes)).toMatch(/^; SPIR-V\n/);
    return 'text';
  } catch (error) {
    expect(error).toMatchObject({ name: 'SpirvError', message: ERROR });
    return 'error';
  }
}

describe('disassembling broken bytes', () => {
  it.each([
    ['no bytes', new Uint8Array()],
    ['a magic number alone', small().bytes().slice(0, 4)],
    ['half a word', small().bytes().slice(0, 42)],
    ['another magic number', Uint8Array.from({ length: 20 }, (_, index) => index)],
    ['an instruction of no words', new SpirvBuilder().raw(0x00000013).bytes()],
    ['an instruction longer than the module', new SpirvBuilder().raw(0x00030013, 1).bytes()],
    ['a text file', new TextEncoder().encode('; SPIR-V\n; Version: 1.5\n')],
  ])('rejects %s', (_, bytes) => {
    expect(() => disassembleSpirv(bytes)).toThrow(ERROR);
  });

  it('rejects a module that is cut anywhere inside an instruction', () => {
    const bytes = small().bytes();
    const outcomes = Array.from({ length: bytes.length }, (_, end) => outcome(bytes.slice(0, end)));
    const texts = outcomes.flatMap((kind, end) => (kind === 'text' ? [end / 4] : []));
    expect(texts).toEqual([5, 7, 10, 14, 16, 19, 24, 26, 27]);
  });

  it('accepts the deepest possible nesting of instructions', () => {
    const deep = new SpirvBuilder().add(52, 1, 2, ...Array.from({ length: 60_000 }, () => 52));
    expect(outcome(deep.bytes())).toBe('text');
  });

  it('yields text or the error after any change of one word', () => {
    const random = randomWords(7);
    const words = small().words();
    for (let round = 0; round < 3000; round++) {
      const changed = words.slice();
      changed[random.next().value % words.length] = random.next().value >>> (round % 32);
      outcome(new Uint8Array(changed.buffer));
    }
  });

  it('yields text or the error for garbage after a header', () => {
    const random = randomWords(11);
    for (let round = 0; round < 500; round++) {
      const module = new SpirvBuilder();
      for (let count = random.next().value % 40; count > 0; count--) {
        const operands = Array.from({ length: random.next().value % 9 }, () => {
          return random.next().value >>> (random.next().value % 32);
        });
        module.add(random.next().value % (round % 2 === 0 ? 512 : 6500), ...operands);
      }
      expect(outcome(module.bytes())).toBe('text');
    }
  });
});
