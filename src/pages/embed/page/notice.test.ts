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
const NONE = { kind: 'none' };

describe('the notice over an embed’s picture', () => {
  it('is empty while there is no problem', () => {
    expect(notice({})).toEqual(NONE);
    expect(notice({ compilation: { ...DONE, succeeded: true } })).toEqual(NONE);
  });

  it('shows the compiler’s progress until something is drawn', () => {
    const compilation = { kind: 'compiling', since: 0, live: false } as const;
    const compiler = { kind: 'loading', progress: { received: 25, total: 100 } } as const;
    const loading = { kind: 'loading', text: 'Loading compiler…', fraction: 0.25 };
    expect(notice({ compilation, compiler })).toEqual(loading);
    expect(notice({ compilation, compiler: READY })).toMatchObject({ text: 'Compiling…' });
    const run = { kind: 'running', outputs: ['image'], uniforms: [], stale: false } as const;
    const drawn = { ...run, playback: 'playing', printed: '' } as const;
    expect(notice({ compilation, compiler, run: drawn })).toEqual(NONE);
  });

  it('shows the decision that the user has to make', () => {
    const origins = ['https://a.test', 'https://b.test'];
    const text = expect.stringContaining('https://a.test and https://b.test');
    const question = { kind: 'question', text, action: 'Fetch and run' };
    expect(notice({ held: { kind: 'origins', origins } })).toMatchObject(question);
    const lost = notice({ held: { kind: 'suspect', badEnd: 'lost device' } });
    expect(lost).toMatchObject({ action: 'Run anyway' });
  });

  it('shows the source’s errors with their files, unless a list beside it shows them', () => {
    const errors = [1, 2, 3, 4].map((line) => error(line, `wrong ${line}`));
    const messages = [said('compile', 'all of it')];
    const state = { compilation: DONE, compiler: READY, diagnostics: errors, messages };
    expect(notice(state)).toEqual({
      ...{ kind: 'fault', retries: false },
      text: 'Line 1: wrong 1\nLine 2: wrong 2\nLine 3: wrong 3\n1 more.\nThe shader has errors. Fix them in its source.',
    });
    expect(notice(state, true)).toEqual(NONE);
    const text = expect.stringContaining('Line 7 of lib/a.slang: wrong');
    const elsewhere = { ...state, diagnostics: [error(7, 'wrong', '/lib/a.slang')] };
    expect(notice(elsewhere)).toMatchObject({ text });
  });

  it('shows no warnings', () => {
    const warning = { ...error(1, 'unused'), severity: 'warning' } as const;
    const state = { diagnostics: [warning], messages: [said('compile', 'unused')] };
    expect(notice({ ...state, compilation: { ...DONE, succeeded: true } })).toEqual(NONE);
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
