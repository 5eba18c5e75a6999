import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { noticeOf } from './noticeView.ts';

const DONE = { kind: 'done', target: 'WGSL', succeeded: false } as const;
const READY = { kind: 'ready', compilerVersion: '1' } as const;
const notice = (state: Partial<WorkspaceState>, showsProblems = false) =>
  noticeOf({ ...INITIAL_STATE, ...state }, showsProblems);
const error = (line: number, message: string, path = '/user.slang') =>
  ({ severity: 'error', path, line, message, notes: [] }) as const;
const said = (about: 'address' | 'compile' | 'device', text: string) => ({ about, text });

describe('the notice over an embed’s picture', () => {
  it('is empty while there is no problem', () => {
    expect(notice({})).toEqual({ kind: 'none' });
    expect(notice({ compilation: { ...DONE, succeeded: true } })).toEqual({ kind: 'none' });
  });

  it('shows the compiler’s progress until something is drawn', () => {
    const compilation = { kind: 'compiling', since: 0, live: false } as const;
    const progress = { received: 25, total: 100 };
    const compiler = { kind: 'loading', progress } as const;
    expect(notice({ compilation, compiler })).toEqual({
      kind: 'loading',
      text: 'Loading compiler…',
      fraction: 0.25,
    });
    expect(notice({ compilation, compiler: READY })).toMatchObject({ text: 'Compiling…' });
    const run = { kind: 'running', outputs: ['image'], uniforms: [], stale: false } as const;
    expect(
      notice({ compilation, compiler, run: { ...run, playback: 'playing', printed: '' } }),
    ).toEqual({ kind: 'none' });
  });

  it('shows the decision that the user has to make', () => {
    const origins = ['https://a.test', 'https://b.test'];
    expect(notice({ held: { kind: 'origins', origins } })).toMatchObject({
      kind: 'question',
      text: expect.stringContaining('https://a.test and https://b.test'),
      action: 'Fetch and run',
    });
    expect(notice({ held: { kind: 'suspect', badEnd: 'lost device' } })).toMatchObject({
      action: 'Run anyway',
    });
  });

  it('shows the source’s errors, unless a list beside it shows them', () => {
    const errors = [1, 2, 3, 4].map((line) => error(line, `wrong ${line}`));
    const state = {
      compilation: DONE,
      compiler: READY,
      diagnostics: errors,
      messages: [said('compile', 'all of it')],
    };
    expect(notice(state)).toEqual({
      kind: 'fault',
      text: 'Line 1: wrong 1\nLine 2: wrong 2\nLine 3: wrong 3\n1 more.\nThe shader has errors. Fix them in its source.',
      retries: false,
    });
    expect(notice(state, true)).toEqual({ kind: 'none' });
  });

  it('names the file of an error outside the main file', () => {
    const state = {
      compilation: DONE,
      diagnostics: [error(7, 'wrong', '/lib/a.slang')],
      messages: [said('compile', 'all of it')],
    };
    expect(notice(state)).toMatchObject({
      text: expect.stringContaining('Line 7 of lib/a.slang: wrong'),
    });
  });

  it('shows no warnings', () => {
    const warning = { ...error(1, 'unused'), severity: 'warning' } as const;
    const state = { diagnostics: [warning], messages: [said('compile', 'unused')] };
    expect(notice({ ...state, compilation: { ...DONE, succeeded: true } })).toEqual({
      kind: 'none',
    });
  });

  it('shows messages about the device, the address and the compiler', () => {
    for (const about of ['address', 'device'] as const) {
      const state = { compilation: DONE, messages: [said(about, 'No way.')] };
      expect(notice(state, true)).toEqual({ kind: 'fault', text: 'No way.', retries: false });
    }
    const compiler = { kind: 'failed', message: 'It is gone.' } as const;
    expect(notice({ compiler })).toEqual({ kind: 'fault', text: 'It is gone.', retries: true });
    const messages = [said('address', 'There is no such demo.')];
    expect(notice({ messages })).toMatchObject({ text: 'There is no such demo.' });
  });

  it('shortens long messages', () => {
    const messages = [said('device', 'x'.repeat(100_000))];
    const shown = notice({ compilation: DONE, messages });
    expect(JSON.stringify(shown).length).toBeLessThan(2100);
  });
});
