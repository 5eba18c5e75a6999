import { expect, it } from 'vitest';
import { fileName } from '#tools/resources/panel/download/downloads.ts';
import type { ResourceEntry } from '#tools/resources/state.ts';
import { detailsText, sizeText } from './kinds.ts';

const BUFFER: ResourceEntry = {
  name: 'points',
  kind: 'buffer',
  typeName: 'RWStructuredBuffer<float>',
  format: null,
  size: [1024],
  bytes: 4096,
  readBy: ['draw'],
  writtenBy: ['update', 'draw'],
  origin: '[playground::ZEROS(1024)]',
  layout: { stride: 4, columns: [], omitted: [] },
  debuggedBy: null,
  isArray: false,
  is3d: false,
};
const TEXTURE: ResourceEntry = { ...BUFFER, kind: 'texture', format: 'rgba16float' };

it.each([
  [BUFFER, '1,024 elements'],
  [{ ...BUFFER, size: [1] }, '1 element'],
  [{ ...BUFFER, layout: null }, ''],
  [{ ...TEXTURE, size: [512, 256] }, '512 × 256'],
  [{ ...TEXTURE, size: [8, 8, 4], is3d: true }, '8 × 8 × 4'],
  [{ ...TEXTURE, size: [8, 8, 4], isArray: true }, '8 × 8, 4 layers'],
  [{ ...BUFFER, kind: 'sampler', size: [] }, ''],
] as const)('gives the size of %o as %j', (entry, text) => {
  expect(sizeText(entry)).toBe(text);
});

it('describes the size, users and origin of a resource', () => {
  expect(detailsText(BUFFER)).toBe(
    '1,024 elements · 4.1 kB · read by draw · written by update, draw · [playground::ZEROS(1024)]',
  );
});

it('describes a sampler’s filtering, and says that a resource is unused', () => {
  const sampler = { ...BUFFER, kind: 'sampler', readBy: [], writtenBy: [], origin: '' } as const;
  expect(detailsText(sampler)).toBe('linear filter, repeats · unused');
});

it('creates file names that are valid on every system', () => {
  expect(fileName('scene.points/[2]', 'csv')).toBe('scene.points_2_.csv');
});
