import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { UniformComponent } from '#core/plan/runDescriptor.ts';
import { loadResourceData } from '#engine/gpu/resources/resourceData.ts';
import { writeUniforms } from '#engine/gpu/resources/uniforms.ts';
import { fieldData, toProgramData } from '#tools/export/program/toProgramData.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import {
  createFakeDevice,
  type FakeDevice,
  stubGpuConstants,
} from '../../../../tests/support/fakeDevice.ts';
import { createProgramOf } from './createProgramOf.ts';
import type { FrameInputs } from './program.ts';
import { loadContents } from './programContents.ts';
import type { ProgramData } from './programData.ts';
import { writeBlock } from './programUniforms.ts';

const SIZE = { width: 64, height: 32 };
const RESOURCES = { slot: { group: 0, binding: 0 } };

/** Fills a buffer once, counts in each frame, and draws as often as the buffer says. */
const DATA: ProgramData = {
  name: 'test',
  code: '',
  calls: [
    {
      ...{ name: 'fill', entryPoint: 'entry_fill', once: true, groupSize: [64, 1, 1] },
      slots: [RESOURCES.slot],
      threads: { kind: 'resource', name: 'counts', elementSize: 4 },
    },
    {
      ...{ name: 'draw', entryPoint: 'entry_draw', once: false, groupSize: [8, 8, 1] },
      slots: [
        { group: 0, binding: 1 },
        { group: 1, binding: 0 },
      ],
      threads: { kind: 'indirect', buffer: 'counts', offset: 0 },
    },
  ],
  resources: [
    {
      ...{ name: 'counts', slot: RESOURCES.slot, kind: 'buffer', access: 'storage' },
      content: { kind: 'zeros', bytes: 12 },
    },
    {
      ...{ name: 'outputTexture', slot: { group: 0, binding: 1 }, kind: 'texture' },
      use: { kind: 'storage', access: 'write-only' },
      ...{ format: 'rgba8unorm', viewDimension: '2d' },
      content: { kind: 'screen', widthScale: 0.5, heightScale: 1 },
    },
  ],
  uniformBlocks: [
    {
      ...{ name: 'uniforms', slot: { group: 1, binding: 0 }, size: 16 },
      fields: [{ name: 'level', offset: 0, kind: 'slider', default: 0.5, min: 0, max: 1 }],
    },
  ],
  picture: 'outputTexture',
  printing: null,
};

const inputsOf = (frame: number): FrameInputs => ({
  ...{ frame, time: frame / 60, mouse: [1, 2, 3, 4] },
  keys: new Set(['a']),
});

let fake: FakeDevice;
beforeAll(stubGpuConstants);
beforeEach(() => {
  fake = createFakeDevice();
});

describe('a program of an export', () => {
  it('dispatches once-only calls in frame 0 only', async () => {
    const program = await createProgramOf(fake.device, DATA, SIZE);
    for (const frame of [0, 1, 2, 0]) program.frame(inputsOf(frame));
    expect(fake.takeDispatches()).toEqual(['fill', 'draw', 'draw', 'draw', 'fill', 'draw']);
  });

  it('makes the textures of the picture’s size anew, and keeps what they show', async () => {
    const program = await createProgramOf(fake.device, DATA, SIZE);
    program.resize(64, 32);
    expect(fake.destroyed).toEqual([]);
    program.resize(101, 20);
    expect(fake.destroyed).toEqual(['outputTexture']);
    expect(fake.takeCopies()).toEqual(['outputTexture to outputTexture']);
    const picture = program.picture();
    expect([picture?.width, picture?.height]).toEqual([51, 20]);
    expect(Object.keys(program.textures())).toEqual(['outputTexture']);
    expect(Object.keys(program.buffers)).toEqual(['counts']);
  });

  it('writes what is set, and refuses what it does not have', async () => {
    const program = await createProgramOf(fake.device, DATA, SIZE);
    program.frame(inputsOf(0));
    expect(new Float32Array(fake.written)[0]).toBe(0.5);
    program.setUniform('level', 0.25);
    program.frame(inputsOf(1));
    expect(new Float32Array(fake.written)[0]).toBe(0.25);
    expect(() => program.setUniform('level', [1, 0, 0])).toThrow('There is no color named level.');
    expect(() => program.setUniform('other', 1)).toThrow('There is no slider named other.');
  });

  it('closes the images that it decodes', async () => {
    const close = vi.fn();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 2, height: 2, close }));
    const layers: ProgramData = {
      ...DATA,
      resources: [
        ...DATA.resources,
        {
          ...{ name: 'layers', slot: null, kind: 'texture', use: { kind: 'sampled' } },
          ...{ format: 'rgba8unorm', viewDimension: '2d-array' },
          content: { kind: 'images', urls: ['data:image/png;base64,', 'data:image/png;base64,'] },
        },
      ],
    };
    await createProgramOf(fake.device, layers, SIZE);
    expect(close).toHaveBeenCalledTimes(2);
    fake.refuseWith('too many');
    await expect(createProgramOf(fake.device, layers, SIZE)).rejects.toThrow('too many');
    expect(close).toHaveBeenCalledTimes(4);
    vi.unstubAllGlobals();
    stubGpuConstants();
  });

  it('says what a device does not take, and leaves nothing', async () => {
    fake.refuseWith('too many');
    await expect(createProgramOf(fake.device, DATA, SIZE)).rejects.toThrow(
      "The device refuses the program's resources: too many",
    );
    expect(fake.destroyed.toSorted()).toEqual(['counts', 'outputTexture', 'uniforms']);
    fake.refuseWith(null);
    const wide = createProgramOf(fake.device, DATA, { width: 40_000, height: 2 });
    await expect(wide).rejects.toThrow(/outputTexture.*20000/);
    expect(fake.destroyed.filter((name) => name === 'counts')).toHaveLength(2);
  });
});

it('writes uniforms of all kinds and types as a run does', () => {
  const types = [
    'float32',
    'float64',
    'int8',
    'int16',
    'int32',
    'uint8',
    'uint16',
    'uint32',
  ] as const;
  const scalars = types.flatMap((scalarType, index): UniformComponent[] => [
    { type: 'TIME', name: `t${index}`, offset: index * 64, scalarType },
    { type: 'FRAME_ID', name: `f${index}`, offset: index * 64 + 8, scalarType },
    { type: 'KEY', name: `k${index}`, offset: index * 64 + 16, key: 'a', scalarType },
    { type: 'MOUSE_POSITION', name: `m${index}`, offset: index * 64 + 24, scalarType },
  ]);
  const components: UniformComponent[] = [
    ...scalars,
    { ...{ type: 'SLIDER', name: 's', offset: 512, elementSize: 4 }, default: 0.1, min: 0, max: 1 },
    {
      ...{ type: 'COLOR_PICK', name: 'c', offset: 528, elementSize: 4 },
      elementCount: 4,
      default: [0.1, 0.2, 0.3],
    },
  ];
  const fields = components.map((component) => fieldData(component, {}));
  const [mine, theirs] = [0, 1].map(() => new DataView(new ArrayBuffer(544)));
  const inputs = {
    ...inputsOf(7),
    mouse: [-1.5, 300.7, -2, 70000] as [number, number, number, number],
  };
  if (!mine || !theirs) throw new Error('There are no views.');
  writeBlock(mine, { name: 'u', slot: null, size: 544, fields }, inputs, new Map([['s', 0.7]]));
  writeUniforms(theirs, components, {
    ...inputs,
    isKeyDown: (key) => inputs.keys.has(key),
    values: { s: 0.7 },
  });
  expect(new Uint8Array(mine.buffer)).toEqual(new Uint8Array(theirs.buffer));
});

it('makes the random numbers of a run', async () => {
  const program = await exportedDemo('particles');
  const { descriptor, seed } = program;
  const command = descriptor.resourceCommands[0];
  if (!command) throw new Error('The demo has no resource.');
  const random = { ...command, parsedCommand: { type: 'RAND', count: 1000 } as const };
  const loaded = await loadResourceData(
    { ...descriptor, resourceCommands: [random] },
    {
      ...{ rules: { seed, followsRedirects: true }, signal: new AbortController().signal },
      assets: { read: async () => new Blob(), describeMissing: async () => '' },
      ...{ onLoading: () => {}, kept: new Set(), maxBufferBytes: 2 ** 20 },
    },
  );
  const { resourceName: name } = random;
  const made = await loadContents([
    {
      ...{ name, slot: null, kind: 'buffer', access: 'storage' },
      content: { kind: 'random', count: 1000, seed },
    },
  ]);
  const theirs = loaded.get(name);
  const mine = made.get(name);
  if (theirs?.kind !== 'bytes' || mine?.kind !== 'bytes') throw new Error('There are no numbers.');
  expect(mine.bytes).toEqual(new Uint8Array(theirs.bytes));
});

it('describes a program with the user’s values as defaults', async () => {
  const program = await exportedDemo('ocean');
  const data = await toProgramData({ ...program, uniformValues: { sunHeight: 0.25 } });
  const fields = data.uniformBlocks.flatMap((block) => block.fields);
  expect(fields.find(({ name }) => name === 'sunHeight')).toMatchObject({ default: 0.25 });
  expect(
    data.calls.map(({ name, entryPoint }) => [name, data.code.includes(`fn ${entryPoint}`)]),
  ).toEqual(program.descriptor.callCommands.map(({ fnName }) => [fnName, true]));
});
