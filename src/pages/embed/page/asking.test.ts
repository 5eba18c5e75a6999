import { describe, expect, it } from 'vitest';
import { ok } from '#core/util/result.ts';
import { askBeforeLoading } from './askedLoading.ts';
import { isHonest, LEAST_SIGHT, type Question } from './noticeView.ts';

const SITE = 'https://playground.test';

function askedLoading() {
  const questions: Question[] = [];
  const loaded: string[] = [];
  const load = askBeforeLoading(
    async (uri) => {
      loaded.push(uri);
      return ok({ text: 'int a;', uri });
    },
    SITE,
    (question) => {
      questions.push(question);
      return () => questions.splice(questions.indexOf(question), 1);
    },
  );
  return { load, questions, loaded };
}

describe('a source from another site', () => {
  it('is fetched only after the user allows it', async () => {
    const { load, questions, loaded } = askedLoading();
    const loading = load('https://other.test/a.slang', new AbortController().signal);
    expect(loaded).toEqual([]);
    expect(questions[0]?.text).toContain('https://other.test/a.slang');
    questions[0]?.answer(true);
    expect((await loading).ok).toBe(true);
    expect(loaded).toEqual(['https://other.test/a.slang']);
  });

  it('is not fetched if the user declines or a newer request arrives', async () => {
    const { load, questions, loaded } = askedLoading();
    const refused = load('https://other.test/a.slang', new AbortController().signal);
    questions[0]?.answer(false);
    expect(await refused).toEqual({
      ok: false,
      error: expect.stringContaining('https://other.test was not fetched'),
    });
    const abort = new AbortController();
    const aborted = load('https://other.test/b.slang', abort.signal);
    abort.abort();
    expect((await aborted).ok).toBe(false);
    expect(questions.map(({ text }) => text)).toEqual([expect.stringContaining('a.slang')]);
    expect(loaded).toEqual([]);
  });

  it('needs no permission if it comes from the site itself', async () => {
    const { load, questions } = askedLoading();
    await load(`${SITE}/demos/ocean.slang`, new AbortController().signal);
    expect(questions).toEqual([]);
  });
});

describe('a press', () => {
  const press = { isTrusted: true, timeStamp: 5000 };

  it('counts after the button has been visible for a while', () => {
    expect(isHonest(press, { since: 5000 - LEAST_SIGHT })).toBe(true);
  });

  it.each([
    ['by a script', { ...press, isTrusted: false }, { since: 0 }],
    ['on a covered button', press, { since: null }],
    ['on a button that has just appeared', press, { since: 4900 }],
  ])('does not count %s', (_, event, sight) => {
    expect(isHonest(event, sight)).toBe(false);
  });
});
