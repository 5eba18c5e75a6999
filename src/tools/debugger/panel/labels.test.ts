import { describe, expect, it } from 'vitest';
import type { Finding } from '#core/source/instrument/search.ts';
import { shownTrace } from '../../../../tests/support/debuggerTrace.ts';
import { cutText, findingText, stepText } from './labels.ts';

const FINDING: Finding = {
  site: 3,
  line: 33,
  count: 1204,
  what: 'NaN',
  entryPoint: 'draw',
  thread: [0, 0, 0],
};

it('describes the step by its line and frame', () => {
  expect(stepText(shownTrace({ step: 2, frame: 7 }))).toBe('Step 2 of 5, line 4, frame 7');
  expect(stepText(shownTrace({ step: -1, frame: 7 }))).toBe('No steps, frame 7');
});

it('says how many threads had which value', () => {
  expect(findingText(FINDING)).toBe('line 33: 1,204 threads, NaN');
  expect(findingText({ ...FINDING, count: 1, what: 'infinity' })).toBe(
    'line 33: 1 thread, infinity',
  );
});

describe('cutText', () => {
  it('is null for a whole trace', () => {
    expect(cutText(shownTrace(), 65_536)).toBeNull();
  });

  it('says where the trace stops, and offers more records while possible', () => {
    const cut = shownTrace({}, { isCut: true });
    const start = 'This trace stops here: the thread continued after 6 steps.';
    expect(cutText(cut, 65_536)).toBe(`${start} Choose more records to see further.`);
    expect(cutText(cut, 1_048_576)).toBe(start);
  });
});
