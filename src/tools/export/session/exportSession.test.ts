import { describe, expect, it } from 'vitest';
import { writeZip } from '#core/project/zip/writeZip.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';
import type { ExportContext, ExportFormat } from '#tools/export/program/exportFormat.ts';
import { createExportSession, type ExportSessionOptions } from './exportSession.ts';

const PROGRAM = { name: 'ocean' } as ExportedProgram;

function format(id: string, make: ExportFormat['make']): ExportFormat {
  return { id, name: id, description: '', limits: () => [], make };
}

const text = format('text', async ({ name }) =>
  ok(new File(['a text'], `${name}.txt`, { type: 'text/plain' })),
);
const bytes = format('bytes', async () => ok(new File([Uint8Array.of(1, 2)], 'ocean.bin')));

function start(options: Partial<ExportSessionOptions> = {}) {
  const stored = new Map<string, string>();
  const saved: string[] = [];
  const session = createExportSession({
    formats: [text, bytes],
    describe: async () => ok(PROGRAM),
    contextFor: (signal) => ({ signal }) as ExportContext,
    settings: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
    },
    save: ({ name }) => void saved.push(name),
    ...options,
  });
  const { store } = session;
  /** Waits until the state satisfies the condition. */
  const until = (isReached: (state: ReturnType<typeof store.getState>) => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isReached(store.getState())) return;
        stop();
        resolve();
      };
      const stop = store.subscribe(check);
      check();
    });
  const made = () => until(({ file }) => file.kind === 'made' || file.kind === 'failed');
  return { session, store, stored, saved, until, made };
}

describe('the export dialog', () => {
  it('makes the first format’s file with a preview when it opens, and downloads it', async () => {
    const { session, store, made, saved } = start();
    session.open();
    expect(store.getState()).toEqual({
      ...{ chosen: 'text', program: { kind: 'reading' }, file: { kind: 'none' } },
    });
    await made();
    expect(store.getState()).toMatchObject({
      program: { kind: 'ready', program: PROGRAM },
      file: {
        kind: 'made',
        preview: { kind: 'text', text: 'a text', isWhole: true },
        isDownloaded: false,
      },
    });
    session.download();
    expect(saved).toEqual(['ocean.txt']);
    expect(store.getState().file).toMatchObject({ kind: 'made', isDownloaded: true });
  });

  it('drops the program and its file when it closes', async () => {
    const { session, store, made } = start();
    session.open();
    await made();
    session.close();
    expect(store.getState()).toEqual({
      ...{ chosen: 'text', program: { kind: 'reading' }, file: { kind: 'none' } },
    });
  });

  it('remembers the chosen format unless it no longer exists', async () => {
    const first = start();
    first.session.open();
    await first.made();
    first.session.choose('bytes');
    expect(first.stored.get(STORAGE_KEYS.exportFormat)).toBe('bytes');
    const settings = { getItem: () => 'bytes', setItem() {} };
    expect(start({ settings }).store.getState().chosen).toBe('bytes');
    expect(start({ settings, formats: [text] }).store.getState().chosen).toBe('text');
  });

  it('lists the files of an archive, and shows no preview of other binary files', async () => {
    const archive = format('zip', async () => {
      const zip = await writeZip([{ path: 'src/a.ts', bytes: Uint8Array.of(1, 2, 3) }]);
      return ok(new File([zip], 'ocean.zip'));
    });
    const { session, store, made } = start({ formats: [archive, bytes] });
    session.open();
    await made();
    expect(store.getState().file).toMatchObject({
      preview: { kind: 'files', files: [{ path: 'src/a.ts', bytes: 3 }] },
    });
    session.choose('bytes');
    await made();
    expect(store.getState().file).toMatchObject({ preview: { kind: 'none' } });
  });

  it('shows the start of a text that is too large to copy', async () => {
    const large = format('large', async () =>
      ok(new File(['x'.repeat(9_000_000)], 'ocean.html', { type: 'text/html' })),
    );
    const { session, store, made } = start({ formats: [large] });
    session.open();
    await made();
    expect(store.getState().file).toMatchObject({
      preview: { kind: 'text', text: 'x'.repeat(50_000), isWhole: false },
    });
  });

  it('says why a program cannot be described, and tries again', async () => {
    const answers: Result<ExportedProgram>[] = [fail('It does not compile.'), ok(PROGRAM)];
    const { session, store, until, made } = start({
      describe: async () => answers.shift() ?? fail('There is no more.'),
    });
    session.open();
    await until(({ program }) => program.kind === 'failed');
    expect(store.getState()).toMatchObject({
      program: { kind: 'failed', reason: 'It does not compile.' },
      file: { kind: 'none' },
    });
    session.choose('bytes');
    expect(store.getState().file).toEqual({ kind: 'none' });
    session.retry();
    await made();
    expect(store.getState().file).toMatchObject({ kind: 'made' });
  });

  it('says why a preview fails', async () => {
    const file = new File(['a text'], 'ocean.txt', { type: 'text/plain' });
    file.text = () => Promise.reject(new Error('no memory'));
    const { session, store, made } = start({ formats: [format('large', async () => ok(file))] });
    session.open();
    await made();
    expect(store.getState().file).toMatchObject({
      kind: 'failed',
      reason: expect.stringContaining('no memory'),
    });
  });

  it('says why a format fails, even if it throws', async () => {
    const failing = format('failing', async () => fail('It has no entry point.'));
    const throwing = format('throwing', async () => {
      throw new Error('no memory');
    });
    const { session, store, made } = start({ formats: [failing, throwing] });
    session.open();
    await made();
    expect(store.getState().file).toEqual({ kind: 'failed', reason: 'It has no entry point.' });
    session.choose('throwing');
    await made();
    expect(store.getState().file).toEqual({
      kind: 'failed',
      reason: 'The export failed: no memory. Choose another format, or try again.',
    });
  });

  it('cancels the work at every step, and starts again on request', async () => {
    const signals: AbortSignal[] = [];
    const slow = format('slow', (_, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    });
    const { session, store, until } = start({ formats: [slow] });
    session.open();
    session.cancel();
    expect(store.getState().program).toEqual({ kind: 'cancelled' });
    session.retry();
    await until(({ file }) => file.kind === 'making');
    session.cancel();
    expect(store.getState().file).toEqual({ kind: 'cancelled' });
    session.retry();
    await until(({ file }) => file.kind === 'making');
    session.close();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  });

  it('ignores the file of a format that is no longer chosen', async () => {
    let finish: (made: Result<File>) => void = () => {};
    const slow = format('slow', () => new Promise((resolve) => (finish = resolve)));
    const { session, store, until, made } = start({ formats: [slow, bytes] });
    session.open();
    await until(({ file }) => file.kind === 'making');
    session.choose('bytes');
    await made();
    finish(ok(new File([], 'late.txt')));
    await Promise.resolve();
    expect(store.getState().file).toMatchObject({ kind: 'made', file: { name: 'ocean.bin' } });
  });
});
