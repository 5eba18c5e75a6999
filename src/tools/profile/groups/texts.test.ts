import { expect, it } from 'vitest';
import { adviceText } from '#tools/profile/groups/panel/GroupTrial.tsx';
import type { Candidate } from './candidates.ts';
import type { DoneTrial, TriedSize } from './state.ts';

const candidate = (text: string, isPresent = false): Candidate => ({
  ...{ size: [8, 8, 1], text, isPresent, excess: null },
});
const measured = (each: Candidate): TriedSize => ({
  candidate: each,
  outcome: { kind: 'measured', median: 1000, spread: 10 },
});
const differs = { kind: 'differs', resources: ['data', 'the printed text'] } as const;

const PRESENT = measured(candidate('8 × 8', true));

function done(part: Partial<DoneTrial>): DoneTrial {
  return {
    ...{ kind: 'done', entryPoint: 'paint', present: [8, 8, 1], sizes: [PRESENT] },
    ...{ advice: { kind: 'keep' }, clock: 'timestamps', rounds: 20, note: null },
    ...part,
  };
}

it('the texts of a trial give advice', () => {
  const other = candidate('16 × 16');
  const sizes = [PRESENT, measured(other)];
  const text = (part: Partial<DoneTrial>) => adviceText(done(part));
  const faster = text({ sizes, advice: { kind: 'use', size: other, gain: 0.256 } });
  expect(faster).toBe('16 × 16 takes 26 % less time than the current size.');
  expect(text({ sizes })).toBe('The current size is as good as any.');
  expect(text({ sizes: [PRESENT, { candidate: other, outcome: differs }] })).toBe(
    'No other size is proven to write what paint writes, so the current one stays.',
  );
  expect(text({})).toBe('paint runs too few threads for another size.');
  expect(text({ advice: { kind: 'unproven', resources: ['data'] } })).toMatch(
    /^paint does not always write the same from the same state, into data: .* none is offered\.$/,
  );
});
