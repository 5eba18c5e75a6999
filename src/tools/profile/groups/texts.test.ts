import { describe, expect, it } from 'vitest';
import type { Candidate } from './candidates.ts';
import type { DoneTrial, TriedSize } from './state.ts';
import { adviceText, methodText, outcomeText, progressText } from './texts.ts';

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

describe('the texts of a trial', () => {
  it('describe the progress', () => {
    expect(progressText({ step: 'compiling', done: 0, of: 0 })).toBe('Compiling copies…');
    expect(progressText({ step: 'comparing', done: 2, of: 9 })).toBe(
      'Comparing what they write 3 of 9…',
    );
    expect(progressText({ step: 'measuring', done: 19, of: 20 })).toBe(
      'Measuring, round 20 of 20…',
    );
  });

  it('give advice', () => {
    const other = candidate('16 × 16');
    const sizes = [PRESENT, measured(other)];
    expect(adviceText(done({ sizes, advice: { kind: 'use', size: other, gain: 0.256 } }))).toBe(
      '16 × 16 takes 26 % less time than the current size.',
    );
    expect(adviceText(done({ sizes }))).toBe('The current size is as good as any.');
    expect(adviceText(done({ sizes: [PRESENT, { candidate: other, outcome: differs }] }))).toBe(
      'No other size is proven to write what paint writes, so the current one stays.',
    );
    expect(adviceText(done({}))).toBe('paint runs too few threads for another size.');
    expect(adviceText(done({ advice: { kind: 'unproven', resources: ['data'] } }))).toMatch(
      /^paint does not always write the same from the same state, into data: .* none is offered\.$/,
    );
  });

  it('describe the method', () => {
    expect(methodText(done({}))).toMatch(
      /medians of 20 rounds by GPU timestamps around paint alone/,
    );
    expect(methodText(done({ clock: 'queue' }))).toMatch(/this device has no timestamps/);
    expect(methodText(done({ clock: null }))).not.toMatch(/Times/);
  });

  it('explain why a size is not offered', () => {
    expect(outcomeText(differs)).toBe('Writes something different into data, the printed text');
    expect(outcomeText({ kind: 'refused', reason: 'It does not compile.' })).toBe(
      'It does not compile.',
    );
  });
});
