import { expect, it, vi } from 'vitest';
import { writeZip } from '#core/project/zip.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type {
  ExportContext,
  ExportedProgram,
  ExportFormat,
} from '#tools/export/program/exportedProgram.ts';
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
  const until = (isReached: (state: ReturnType<typeof store.getState>) => boolean) =>
    vi.waitUntil(() => isReached(store.getState()), { interval: 1 });
  const made = () => until(({ file }) => file.kind === 'made' || file.kind === 'failed');
  return { session, store, stored, saved, until, made, file: () => store.getState().file };
}

/** The dialog with its first file made. */
async function opened(...formats: ExportFormat[]) {
  const started = start(formats.length > 0 ? { formats } : {});
  started.session.open();
  await started.made();
  return started;
}

it('the export dialog makes the first format’s file with a preview, downloads it, and drops it when it closes', async () => {
  const { session, store, made, saved, file } = start();
  const empty = { chosen: 'text', program: { kind: 'reading' }, file: { kind: 'none' } };
  session.open();
  expect(store.getState()).toEqual(empty);
  await made();
  const preview = { kind: 'text', text: 'a text', isWhole: true };
  expect(store.getState().program).toEqual({ kind: 'ready', program: PROGRAM });
  expect(file()).toMatchObject({ kind: 'made', preview, isDownloaded: false });
  session.download();
  expect(saved).toEqual(['ocean.txt']);
  expect(file()).toMatchObject({ kind: 'made', isDownloaded: true });
  session.close();
  expect(store.getState()).toEqual(empty);
});

it('the export dialog remembers the chosen format unless it no longer exists', async () => {
  const first = await opened();
  first.session.choose('bytes');
  expect(first.stored.get(STORAGE_KEYS.exportFormat)).toBe('bytes');
  const settings = { getItem: () => 'bytes', setItem() {} };
  expect(start({ settings }).store.getState().chosen).toBe('bytes');
  expect(start({ settings, formats: [text] }).store.getState().chosen).toBe('text');
});

it('the export dialog lists the files of an archive, and shows no preview of other binary files', async () => {
  const archive = format('zip', async () => {
    const zip = await writeZip([{ path: 'src/a.ts', bytes: Uint8Array.of(1, 2, 3) }]);
    return ok(new File([zip], 'ocean.zip'));
  });
  const { session, made, file } = await opened(archive, bytes);
  const files = [{ path: 'src/a.ts', bytes: 3 }];
  expect(file()).toMatchObject({ preview: { kind: 'files', files } });
  session.choose('bytes');
  await made();
  expect(file()).toMatchObject({ preview: { kind: 'none' } });
});

it('the export dialog shows the start of a text that is too large to copy', async () => {
  const made = new File(['x'.repeat(9_000_000)], 'ocean.html', { type: 'text/html' });
  const { file } = await opened(format('large', async () => ok(made)));
  const preview = { kind: 'text', text: 'x'.repeat(50_000), isWhole: false };
  expect(file()).toMatchObject({ preview });
});

it('the export dialog says why a program cannot be described, and tries again', async () => {
  const answers: Result<ExportedProgram>[] = [fail('It does not compile.'), ok(PROGRAM)];
  const { session, store, until, made, file } = start({
    describe: async () => answers.shift() ?? fail('There is no more.'),
  });
  session.open();
  await until(({ program }) => program.kind === 'failed');
  expect(store.getState()).toMatchObject({
    program: { kind: 'failed', reason: 'It does not compile.' },
    file: { kind: 'none' },
  });
  session.choose('bytes');
  expect(file()).toEqual({ kind: 'none' });
  session.retry();
  await made();
  expect(file()).toMatchObject({ kind: 'made' });
});

it('the export dialog says why a format or a preview fails, even if the format throws', async () => {
  const failing = format('failing', async () => fail('It has no entry point.'));
  const throwing = format('throwing', () => Promise.reject(new Error('no memory')));
  const unreadable = new File(['a text'], 'ocean.txt', { type: 'text/plain' });
  unreadable.text = () => Promise.reject(new Error('no room'));
  const large = format('large', async () => ok(unreadable));
  const { session, made, file } = await opened(failing, throwing, large);
  expect(file()).toEqual({ kind: 'failed', reason: 'It has no entry point.' });
  session.choose('throwing');
  await made();
  const reason = 'The export failed: no memory. Choose another format, or try again.';
  expect(file()).toEqual({ kind: 'failed', reason });
  session.choose('large');
  await made();
  expect(file()).toMatchObject({ kind: 'failed', reason: expect.stringContaining('no room') });
});

it('the export dialog cancels the work at every step, and starts again on request', async () => {
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

it('the export dialog ignores the file of a format that is no longer chosen', async () => {
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
