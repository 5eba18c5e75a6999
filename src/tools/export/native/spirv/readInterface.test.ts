import { expect, it } from 'vitest';
import { readInterface } from '#tools/export/native/compileSpirv.ts';

const words = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);

it('reads nothing from bytes that are not a module', () => {
  expect(readInterface(new Uint8Array())).toBeNull();
  expect(readInterface(new TextEncoder().encode('no module, only a text'))).toBeNull();
  expect(readInterface(words(0x07230203))).toBeNull();
});

it('stops at an instruction of length zero, and keeps what comes before it', () => {
  const header = [0x07230203, 0x00010500, 0, 8, 0];
  // OpEntryPoint GLCompute %1 "main", OpExecutionMode %1 LocalSize 4 2 1.
  const entry = [(5 << 16) | 15, 5, 1, 0x6e69616d, 0];
  const mode = [(6 << 16) | 16, 1, 17, 4, 2, 1];
  expect(readInterface(words(...header, ...entry, ...mode, 0, 1, 2))).toEqual({
    entryPoints: [
      {
        ...{ name: 'main', moduleName: 'main', stage: 'compute', groupSize: [4, 2, 1] },
        ...{ uses: [], inputs: [] },
      },
    ],
    bindings: [],
    pushConstants: null,
  });
});

it('tolerates an instruction that extends past the end of the module', () => {
  expect(readInterface(words(0x07230203, 0, 0, 0, 0, (900 << 16) | 5, 1))).toMatchObject({
    entryPoints: [],
    bindings: [],
  });
});
