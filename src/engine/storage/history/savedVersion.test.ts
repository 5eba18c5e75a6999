import { expect, it } from 'vitest';
import { newVersionOf } from '../../../../tests/support/versions.ts';
import { withLineages } from './savedVersion.ts';

const old = (rest: Parameters<typeof newVersionOf>[1]) => ({
  ...newVersionOf('', rest),
  lineage: null,
});

it('gives adjacent versions without a lineage the same one, until the source was replaced', () => {
  const versions = [
    old({ uri: 'circle' }),
    old({ uri: 'circle', reason: 'pause' }),
    old({ uri: 'circle', reason: 'replaced' }),
    old({ uri: 'circle' }),
    old({ uri: 'ocean' }),
    { ...newVersionOf('', { uri: 'ocean' }), lineage: 'known' },
    old({ uri: 'ocean', reason: 'left' }),
    old({ uri: 'ocean', foreign: true }),
  ];
  const found = withLineages(versions).map(({ lineage }) => lineage);
  const firstPlaces = found.map((lineage) => found.indexOf(lineage));
  expect(firstPlaces).toEqual([0, 0, 0, 3, 4, 5, 4, 7]);
  expect(found[5]).toBe('known');
});
