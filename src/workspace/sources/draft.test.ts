import { expect, it } from 'vitest';
import { draftOf } from '../../../tests/support/drafts.ts';
import { readDraft } from './draft.ts';

const DRAFT = draftOf('float x;', {
  demo: 'circle',
  place: { anchor: 3, head: 5, top: 0 },
  target: 'HLSL',
  profile: 'sm_6_6',
  entryPoint: 'main',
  uniformValues: { level: 0.5, tint: [0, 0.5, 1] },
  resolution: 'device',
  activeTab: 'uniforms',
});

it('is read as it was stored', () => {
  expect(readDraft(JSON.parse(JSON.stringify(DRAFT)))).toEqual(DRAFT);
});

it.each([
  null,
  'text',
  [],
  {},
  { ...DRAFT, text: 7 },
  { ...DRAFT, uri: null },
  { ...DRAFT, edited: 'yes' },
  { ...DRAFT, foreign: undefined },
  { ...DRAFT, demo: 3 },
  { ...DRAFT, target: 'FORTRAN' },
  { ...DRAFT, place: null },
  { ...DRAFT, place: { anchor: -1, head: 0, top: 0 } },
  { ...DRAFT, place: { anchor: 0.5, head: 0, top: 0 } },
  { ...DRAFT, uniformValues: { level: 'high' } },
  { ...DRAFT, uniformValues: { level: Number.NaN } },
  { ...DRAFT, uniformValues: { tint: [0, 1] } },
  { ...DRAFT, uniformValues: [1] },
  { ...DRAFT, resolution: 2 },
  { ...DRAFT, activeTab: 'nowhere' },
])('is none if any part is damaged: %j', (stored) => {
  expect(readDraft(stored)).toBeNull();
});

it('leaves out what does not belong to it', () => {
  expect(readDraft({ ...DRAFT, extra: 1, place: { ...DRAFT.place, extra: 1 } })).toEqual(DRAFT);
});
