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
  animations: { level: { shape: 'sine', from: 0, to: 1, period: 4 } },
  seed: 4_294_967_295,
  pace: { speed: 0.5, fixedStep: true, maxRate: 30 },
  resolution: 'device',
  activeTab: 'uniforms',
  openTool: 'profile',
});

it('reads a draft as it was stored', () => {
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
  { ...DRAFT, animations: { level: { shape: 'saw', from: 0, to: 'high', period: 4 } } },
  { ...DRAFT, animations: { level: null } },
  { ...DRAFT, animations: [] },
  { ...DRAFT, seed: 1.5 },
  { ...DRAFT, seed: -1 },
  { ...DRAFT, seed: 2 ** 32 },
  { ...DRAFT, pace: { ...DRAFT.pace, speed: 0 } },
  { ...DRAFT, pace: { ...DRAFT.pace, fixedStep: 1 } },
  { ...DRAFT, pace: { ...DRAFT.pace, maxRate: 144 } },
  { ...DRAFT, resolution: 2 },
  { ...DRAFT, activeTab: 7 },
  { ...DRAFT, openTool: 7 },
])('rejects a draft with a damaged part: %j', (stored) => {
  expect(readDraft(stored)).toBeNull();
});

it('drops unknown members', () => {
  expect(readDraft({ ...DRAFT, extra: 1, place: { ...DRAFT.place, extra: 1 } })).toEqual(DRAFT);
});

it('uses defaults if an older version stored no animations, seed or pace', () => {
  const { animations, seed, pace, ...older } = DRAFT;
  expect(readDraft(older)).toEqual({
    ...older,
    animations: {},
    seed: 1,
    pace: { speed: 1, fixedStep: false, maxRate: null },
  });
});
