import { expect, it } from 'vitest';
import type { LoadProgress } from '#core/output/compilerState.ts';
import { createLoadTally } from './loadTally.ts';

it('adds up the downloaded bytes, and reports the total once every download has one', () => {
  const told: LoadProgress[] = [];
  const tally = createLoadTally((progress) => told.push(progress));
  const first = tally.add();
  const second = tally.add();
  first({ received: 10, total: 40 });
  second({ received: 5, total: 60 });
  first({ received: 40, total: 40 });
  expect(told).toEqual([
    { received: 10, total: null },
    { received: 15, total: 100 },
    { received: 45, total: 100 },
  ]);
});
