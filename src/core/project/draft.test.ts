import { expect, it } from 'vitest';
import { draftOf } from '../../../tests/support/drafts.ts';
import { readDraft } from './draft.ts';

const DRAFT = draftOf('float x;', {
  ...{ demo: 'circle', target: 'HLSL', profile: 'sm_6_6', entryPoint: 'main' },
  place: { anchor: 3, head: 5, top: 0 },
  uniformValues: { level: 0.5, tint: [0, 0.5, 1], 'camera orbit': [-3, 1.5, 200] },
  animations: { level: { shape: 'sine', from: 0, to: 1, period: 4 } },
  seed: 4_294_967_295,
  pace: { speed: 0.5, fixedStep: true, maxRate: 30 },
  ...{ resolution: 'device', activeTab: 'uniforms', openTool: 'profile' },
});

it('reads a draft as it was stored, without unknown members', () => {
  expect(readDraft(JSON.parse(JSON.stringify(DRAFT)))).toEqual(DRAFT);
  expect(readDraft({ ...DRAFT, extra: 1, place: { ...DRAFT.place, extra: 1 } })).toEqual(DRAFT);
});

it.each([null, 'text', [], {}])('rejects %j, which is not a draft', (stored) => {
  expect(readDraft(stored)).toBeNull();
});

it.each<object>([
  ...[{ text: 7 }, { uri: null }, { edited: 'yes' }, { foreign: undefined }, { demo: 3 }],
  ...[{ target: 'FORTRAN' }, { resolution: 2 }, { activeTab: 7 }, { openTool: 7 }],
  ...[{ place: null }, { place: { ...DRAFT.place, anchor: -1 } }],
  { place: { ...DRAFT.place, anchor: 0.5 } },
  ...[{ uniformValues: { level: 'high' } }, { uniformValues: { level: Number.NaN } }],
  ...[{ uniformValues: { tint: [0, 1] } }, { uniformValues: [1] }],
  { animations: { level: { shape: 'saw', from: 0, to: 'high', period: 4 } } },
  ...[{ animations: { level: null } }, { animations: [] }],
  ...[{ seed: 1.5 }, { seed: -1 }, { seed: 2 ** 32 }],
  ...[{ speed: 0 }, { fixedStep: 1 }, { maxRate: 144 }].map((part) => ({
    pace: { ...DRAFT.pace, ...part },
  })),
])('rejects a draft with a damaged part: %j', (part) => {
  expect(readDraft({ ...DRAFT, ...part })).toBeNull();
});

it('uses defaults if an older version stored no animations, seed or pace', () => {
  const { animations, seed, pace, ...older } = DRAFT;
  const defaults = { speed: 1, fixedStep: false, maxRate: null };
  expect(readDraft(older)).toEqual({ ...older, animations: {}, seed: 1, pace: defaults });
});
