import { describe, expect, it } from 'vitest';
import { newestWins } from './newest.ts';

/** A task whose runs the test finishes in any order. */
function controlledTask() {
  const runs: { params: string; finish: (value: string) => void; fail: (error: Error) => void }[] =
    [];
  const run = (params: string) =>
    new Promise<string>((finish, fail) => {
      runs.push({ params, finish, fail });
    });
  return { run, runs };
}

describe('newestWins', () => {
  it('returns the value of a task that nothing supersedes', async () => {
    const { run, runs } = controlledTask();
    const answer = newestWins(run)('a');
    runs[0]?.finish('A');
    expect(await answer).toEqual({ kind: 'done', value: 'A' });
  });

  it('drops a stale answer and runs the newer request', async () => {
    const { run, runs } = controlledTask();
    const call = newestWins(run);
    const first = call('a');
    const second = call('b');
    expect(runs.map(({ params }) => params)).toEqual(['a']);
    runs[0]?.finish('A');
    expect(await first).toEqual({ kind: 'superseded' });
    runs[1]?.finish('B');
    expect(await second).toEqual({ kind: 'done', value: 'B' });
  });

  it('runs only the newest of the waiting requests', async () => {
    const { run, runs } = controlledTask();
    const call = newestWins(run);
    const answers = [call('a'), call('b'), call('c')];
    runs[0]?.finish('A');
    await answers[0];
    runs[1]?.finish('C');
    expect(await Promise.all(answers)).toEqual([
      { kind: 'superseded' },
      { kind: 'superseded' },
      { kind: 'done', value: 'C' },
    ]);
    expect(runs.map(({ params }) => params)).toEqual(['a', 'c']);
  });

  it('continues after a task that fails', async () => {
    const { run, runs } = controlledTask();
    const call = newestWins(run);
    const first = call('a');
    const second = call('b');
    runs[0]?.fail(new Error('broken'));
    await expect(first).rejects.toThrow('broken');
    runs[1]?.finish('B');
    expect(await second).toEqual({ kind: 'done', value: 'B' });
  });
});
