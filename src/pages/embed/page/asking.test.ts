import { describe, expect, it, vi } from 'vitest';
import { ok } from '#core/util/result.ts';
import { askBeforeLoading, isHonest, LEAST_SIGHT, type Question } from './noticeView.ts';

const SITE = 'https://playground.test';

function askedLoading() {
  const questions: Question[] = [];
  const loaded = vi.fn(async (uri: string) => ok({ text: 'int a;', uri }));
  const load = askBeforeLoading(loaded, SITE, (question) => {
    questions.push(question);
    return () => questions.splice(questions.indexOf(question), 1);
  });
  const start = (uri: string, { signal } = new AbortController()) => load(uri, signal);
  return { start, questions, loaded };
}

describe('a source from another site', () => {
  it('is fetched only after the user allows it', async () => {
    const { start, questions, loaded } = askedLoading();
    const loading = start('https://other.test/a.slang');
    expect(loaded).not.toHaveBeenCalled();
    expect(questions[0]?.text).toContain('https://other.test/a.slang');
    questions[0]?.answer(true);
    expect((await loading).ok).toBe(true);
    expect(loaded.mock.calls.map(([uri]) => uri)).toEqual(['https://other.test/a.slang']);
  });

  it('is not fetched if the user declines or a newer request arrives', async () => {
    const { start, questions, loaded } = askedLoading();
    const refused = start('https://other.test/a.slang');
    questions[0]?.answer(false);
    const error = expect.stringContaining('https://other.test was not fetched');
    expect(await refused).toEqual({ ok: false, error });
    const abort = new AbortController();
    const aborted = start('https://other.test/b.slang', abort);
    abort.abort();
    expect((await aborted).ok).toBe(false);
    expect(questions.map(({ text }) => text)).toEqual([expect.stringContaining('a.slang')]);
    expect(loaded).not.toHaveBeenCalled();
  });

  it('needs no permission if it comes from the site itself', async () => {
    const { start, questions } = askedLoading();
    await start(`${SITE}/demos/ocean.slang`);
    expect(questions).toEqual([]);
  });
});

describe('a press', () => {
  const press = { isTrusted: true, timeStamp: 5000 };

  it.each([
    ['counts on a button that has been visible for a while', true, press, 5000 - LEAST_SIGHT],
    ['does not count if a script makes it', false, { ...press, isTrusted: false }, 0],
    ['does not count on a covered button', false, press, null],
    ['does not count on a button that has just appeared', false, press, 4900],
  ])('%s', (_, counts, event, since) => {
    expect(isHonest(event, { since })).toBe(counts);
  });
});
