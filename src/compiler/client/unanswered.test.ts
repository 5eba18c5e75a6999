import { describe, expect, it } from 'vitest';
import { unanswered } from './unanswered.ts';

const timeOut = (isAskedFor: boolean, elapsed: number) => {
  const milliseconds = isAskedFor ? 60_000 : 10_000;
  return unanswered({ kind: 'time-out', isAskedFor, milliseconds, elapsed });
};

describe('a compile that was stopped', () => {
  it('does not blame the source alone', () => {
    const { message, log } = timeOut(true, 60_100);
    expect(message).toBe('Compilation took longer than 60 s and was stopped.');
    expect(log).toMatch(/^A slow or busy computer may need more time for this source\./);
    expect(log).toMatch(/Your text is untouched, and the compiler is ready again\.$/);
  });

  it('does not blame the source at all where the computer was busy', () => {
    const { log } = timeOut(true, 95_000);
    expect(log).toMatch(/^This computer was busy with other work: 95 s went by meanwhile\./);
    expect(log).not.toMatch(/generics|loops/);
  });

  it('says how to give it more time if nobody had asked for it', () => {
    const { message, log } = timeOut(false, 10_000);
    expect(message).toBe('Compilation took longer than 10 s and was stopped.');
    expect(log).toMatch(/Press Run for more\./);
  });
});
