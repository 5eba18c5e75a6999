import { expect, it } from 'vitest';
import { keepsState } from './keepsState.ts';
import type { CallCommand, ResourceBinding } from './runDescriptor.ts';

const SLOT = { group: 0, binding: 0 };
const CALL: CallCommand = { entryPoint: 'draw', callOnce: false, type: 'FIXED_SIZE', size: [1] };
const buffer = (access: 'storage' | 'read-only-storage'): ResourceBinding => ({
  ...SLOT,
  kind: 'buffer',
  access,
});
const texture = (access: GPUStorageTextureAccess): ResourceBinding => ({
  ...SLOT,
  kind: 'storageTexture',
  access,
  format: 'r32float',
  viewDimension: '2d',
});

it.each<[string, Record<string, ResourceBinding>, CallCommand, boolean]>([
  ['only draws', { outputTexture: texture('write-only') }, CALL, false],
  ['reads a buffer', { points: buffer('read-only-storage') }, CALL, false],
  ['prints', { g_printedBuffer: buffer('storage') }, CALL, false],
  ['writes a buffer', { points: buffer('storage') }, CALL, true],
  ['reads its picture', { outputTexture: texture('read-write') }, CALL, true],
  ['runs something once', {}, { ...CALL, callOnce: true }, true],
])('tells whether a program keeps state if it %s', (_, layout, call, expected) => {
  expect(keepsState({ layout, callCommands: [call] })).toBe(expected);
});
