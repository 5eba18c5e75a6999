import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { cameraNumbers, cameraOf } from '#core/plan/draw/camera.ts';
import { uniformComponents } from '#core/plan/runDescriptor.ts';
import { loadResourceData } from '#engine/gpu/resources/resourceData.ts';
import { toProgramData } from '#tools/export/program/toProgramData.ts';
import { exportedDemo } from '../../../../tests/support/exportedDemos.ts';
import { createFakeDevice, stubGpuConstants } from '../../../../tests/support/fakeDevice.ts';
import { createProgramOf, loadContents } from './createProgramOf.ts';
import type { FrameInputs } from './program.ts';
import type { ProgramData } from './programData.ts';

const slot = (group: number, binding: number) => ({ group, binding });

const SIZE = { width: 64, height: 32 };
const LEVEL = {
  ...({ type: 'SLIDER', name: 'level', offset: 0, elementSize: 4 } as const),
  ...{ default: 0.5, min: 0, max: 1 },
};

/** Fills a buffer once, counts in each frame, and draws as many times as the buffer says. */
const DATA: ProgramData = {
  name: 'test',
  shader: {
    code: '',
    threadGroupSizes: { fill: [64, 1, 1], draw: [8, 8, 1] },
    hashedStrings: {},
    slots: { fill: [slot(0, 0)], draw: [slot(0, 1), slot(1, 0)] },
  },
  entryPoints: { fill: 'entry_fill', draw: 'entry_draw' },
  callCommands: [
    {
      ...{ type: 'RESOURCE_BASED', entryPoint: 'fill', callOnce: true },
      ...{ resourceName: 'counts', elementSize: 4 },
    },
    { type: 'INDIRECT', entryPoint: 'draw', callOnce: false, bufferName: 'counts', offset: 0 },
  ],
  layout: {
    counts: { kind: 'buffer', group: 0, binding: 0, access: 'storage' },
    outputTexture: {
      ...{ kind: 'storageTexture', group: 0, binding: 1, access: 'write-only' },
      ...{ format: 'rgba8unorm', viewDimension: '2d' },
    },
  },
  resources: [
    {
      resourceName: 'counts',
      contents: { type: 'ZEROS', kind: 'zeros', of: 'elements', count: 3, elementSize: 4 },
    },
    {
      resourceName: 'outputTexture',
      contents: { type: 'BLACK_SCREEN', kind: 'screen', widthScale: 0.5, heightScale: 1 },
    },
  ],
  uniformBlocks: [{ name: 'uniforms', slot: slot(1, 0), size: 16, components: [LEVEL] }],
  seed: 1,
};

const inputsOf = (frame: number): FrameInputs => ({
  ...{ frame, time: frame / 60, mouse: [1, 2, 3, 4] },
  keys: new Set(['a']),
});

let fake: ReturnType<typeof createFakeDevice>;
beforeAll(stubGpuConstants);
beforeEach(() => {
  fake = createFakeDevice();
});

it('a program of an export dispatches once-only calls in frame 0 only', async () => {
  const program = await createProgramOf(fake.device, DATA, SIZE);
  for (const frame of [0, 1, 2, 0]) program.frame(inputsOf(frame));
  expect(fake.takeDispatches()).toEqual(['fill', 'draw', 'draw', 'draw', 'fill', 'draw']);
});

it('a program of an export recreates the textures that have the picture’s size, and keeps their content', async () => {
  const program = await createProgramOf(fake.device, DATA, SIZE);
  program.resize(64, 32);
  expect(fake.destroyed).toEqual([]);
  program.resize(101, 20);
  expect(fake.destroyed).toEqual(['outputTexture']);
  expect(fake.takeCopies()).toEqual(['outputTexture to outputTexture']);
  expect(program.picture()).toMatchObject({ width: 51, height: 20 });
  const { buffers, textures } = program;
  expect([textures(), buffers].flatMap(Object.keys)).toEqual(['outputTexture', 'counts']);
});

it('a program of an export writes uniforms that are set, and rejects unknown ones', async () => {
  const program = await createProgramOf(fake.device, DATA, SIZE);
  program.frame(inputsOf(0));
  expect(new Float32Array(fake.written)[0]).toBe(0.5);
  program.setUniform('level', 0.25);
  program.frame(inputsOf(1));
  expect(new Float32Array(fake.written)[0]).toBe(0.25);
  expect(() => program.setUniform('level', [1, 0, 0])).toThrow('There is no color named level.');
  expect(() => program.setUniform('other', 1)).toThrow('There is no slider named other.');
});

it('a program of an export has the camera’s values only if it follows the camera', async () => {
  const camera = { 'camera target': [0, 0, 0], 'camera orbit': [0, 0, 5] } as const;
  const eye = { type: 'CAMERA', name: 'eye', offset: 0, part: 'CAMERA_POSITION' } as const;
  const uniformBlocks = [{ name: 'uniforms', slot: slot(1, 0), size: 16, components: [eye] }];
  const data: ProgramData = { ...DATA, camera, uniformBlocks };
  const parts = { camera: { cameraOf, cameraNumbers } };
  const program = await createProgramOf(fake.device, data, SIZE, parts);
  program.frame(inputsOf(0));
  expect([...new Float32Array(fake.written).subarray(0, 3)]).toEqual([0, 0, 5]);
  program.setUniform('camera target', [1, 2, 3]);
  program.frame(inputsOf(1));
  expect([...new Float32Array(fake.written).subarray(0, 3)]).toEqual([1, 2, 8]);
  const other = await createProgramOf(fake.device, DATA, SIZE);
  expect(() => other.setUniform('camera target', [1, 2, 3])).toThrow();
});

it('a program of an export says if the code that draws is missing', async () => {
  const draw: ProgramData['callCommands'][number] = {
    ...{ type: 'DRAW', entryPoint: 'place', callOnce: false, vertex: 'place', fragment: null },
    ...{ code: { vertex: 'v', fragment: null }, vertices: { kind: 'count', count: 3 } },
    ...{ instanceCount: 1, indirect: null, inputs: [], visibility: {}, targets: [], written: [] },
    ...{ depthTexture: 'depths', topology: 'triangle-list', cull: 'none', blend: null },
    ...{ depth: null, clear: null, clearDepth: null },
  };
  const data: ProgramData = { ...DATA, callCommands: [draw] };
  await expect(createProgramOf(fake.device, data, SIZE)).rejects.toThrow(
    'The code that draws place is missing.',
  );
});

it('a program of an export closes the images that it decodes', async () => {
  const close = vi.fn();
  vi.stubGlobal('createImageBitmap', async () => ({ width: 2, height: 2, close }));
  const urls = ['data:image/png;base64,', 'data:image/png;base64,'];
  const contents = { type: 'URL', kind: 'image', format: 'rgba8unorm', urls } as const;
  const view = { sampleType: 'float', viewDimension: '2d-array' } as const;
  const layers: ProgramData = {
    ...DATA,
    layout: { ...DATA.layout, layers: { kind: 'texture', ...slot(0, 2), ...view } },
    resources: [...DATA.resources, { resourceName: 'layers', contents }],
  };
  await createProgramOf(fake.device, layers, SIZE);
  expect(close).toHaveBeenCalledTimes(2);
  fake.refuseWith('too many');
  await expect(createProgramOf(fake.device, layers, SIZE)).rejects.toThrow('too many');
  expect(close).toHaveBeenCalledTimes(4);
  vi.unstubAllGlobals();
  stubGpuConstants();
});

it('a program of an export reports what the device rejects, and frees everything', async () => {
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

it('generates the same random numbers as a run', async () => {
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
  const contents = { type: 'RAND', kind: 'bytes', from: 'random', count: 1000 } as const;
  const made = await loadContents({ resources: [{ resourceName: name, contents }], seed });
  const theirs = loaded.get(name);
  const mine = made.get(name);
  if (theirs?.kind !== 'bytes' || mine?.kind !== 'bytes') throw new Error('There are no numbers.');
  expect(new Uint8Array(mine.bytes)).toEqual(new Uint8Array(theirs.bytes));
});

it('describes a program with the user’s values as defaults', async () => {
  const program = await exportedDemo('ocean');
  const data = await toProgramData({ ...program, uniformValues: { sunHeight: 0.25 } });
  expect(uniformComponents(data).find(({ name }) => name === 'sunHeight')).toMatchObject({
    default: 0.25,
  });
  const { code } = data.shader;
  const names = Object.entries(data.entryPoints).map(([name, fn]) => [
    name,
    code.includes(`fn ${fn}`),
  ]);
  expect(names).toEqual(
    program.descriptor.callCommands.map(({ entryPoint }) => [entryPoint, true]),
  );
});
