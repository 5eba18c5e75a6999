import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { drawFrames } from '../support/drawnFrames.ts';
import { exportedProgram } from '../support/nativeExports.ts';
import { hasColor, type Picture } from '../support/pixels.ts';
import { requestRealDevice } from '../support/realDevice.ts';

/**
 * A colour in the example's picture, the number of its colours, or a part of its text. The examples
 * of URL and SAMPLER have a GIF, which only a browser decodes: `help.spec.ts` runs them.
 */
const SHOWS: Readonly<Record<string, readonly number[] | number | string>> = {
  ZEROS: [242, 117, 64],
  RAND: 200,
  DATA: 'Hello from DATA!\n4 elements of 4 bytes\n',
  BLACK: [255, 153, 89],
  BLACK_3D: [0, 0, 38],
  BLACK_SCREEN: [0, 0, 26],
  TIME: [255, 153, 77],
  FRAME_ID: [255, 153, 89],
  MOUSE_POSITION: [31, 31, 31],
  KEY: [102, 128, 102],
  SLIDER: [242, 140, 77],
  COLOR_PICK: [88, 176, 255],
  CALL: 'thread 7, in group 1\n',
  'CALL::SIZE_OF': [128, 128, 102],
  CALL_INDIRECT: 'group 4 of those asked for\n',
  'CALL::ONCE': [140, 191, 230],
  VIEW: [76, 64, 51],
  PROJECTION: [250, 150, 100],
  VIEW_PROJECTION: 3000,
  CAMERA_POSITION: [17, 51, 85],
  DRAW: 3000,
  'DRAW::MESH': 1000,
  'DRAW::INSTANCES': [255, 73, 59],
  'DRAW::INDIRECT': [255, 76, 76],
  'DRAW::WITH': [76, 153, 255],
  TARGET: [255, 204, 76],
  CLEAR: [26, 51, 102],
  DEPTH: [51, 128, 230],
  'DEPTH::TEXTURE': [217, 217, 217],
  BLEND: [255, 255, 255],
  CULL: [230, 217, 178],
  TOPOLOGY: [102, 230, 153],
  SAMPLES: [230, 128, 178],
};

const examples = path.resolve(import.meta.dirname, '../../src/core/slang/examples');
const readExample = (name: string) => readFileSync(path.join(examples, `${name}.slang`), 'utf8');

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

async function draw(name: string, text: string) {
  return drawFrames(device, await exportedProgram(compiler, name, text), 0);
}

function colorCount({ data }: Picture): number {
  const colors = new Set<number>();
  for (let at = 0; at < data.length; at += 4) {
    colors.add((data[at] ?? 0) * 65536 + (data[at + 1] ?? 0) * 256 + (data[at + 2] ?? 0));
  }
  return colors.size;
}

const drawn = ATTRIBUTES.filter(({ name }) => name !== 'URL' && name !== 'SAMPLER');

it.each(drawn)('Help’s example of $name shows its subject', async ({ name, example }) => {
  const { picture, printed } = await draw(name, example);
  const shows = SHOWS[name];
  if (typeof shows === 'string') return expect(printed).toContain(shows);
  if (!picture || shows === undefined)
    throw new Error('There is no picture, or nothing is known of it.');
  if (typeof shows === 'number') return expect(colorCount(picture)).toBeGreaterThan(shows);
  expect(hasColor(picture, shows)).toBe(true);
});

it('an export draws from the camera of the user', async () => {
  const view = ATTRIBUTES.find(({ name }) => name === 'VIEW');
  const exported = await exportedProgram(compiler, 'view', view?.example ?? '');
  const up = { ...exported, uniformValues: { 'camera orbit': [0, -1.5, 3] } } as const;
  const sky = [51, 102, 204];
  const pictures = [
    (await drawFrames(device, exported, 0)).picture,
    (await drawFrames(device, up, 0)).picture,
  ];
  expect(pictures.map((picture) => picture && hasColor(picture, sky))).toEqual([false, true]);
});

it('Help’s examples of printing and drawing show their subjects', async () => {
  expect((await draw('printing', readExample('printing'))).printed).toContain(
    '90      |   1.000|\n',
  );
  const { picture } = await draw('rendering', readExample('rendering'));
  expect(picture && hasColor(picture, [255, 153, 64])).toBe(true);
});
