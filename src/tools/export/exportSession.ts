import { createStore, type StoreApi } from 'zustand/vanilla';
import { listZip } from '#core/project/zip.ts';
import { messageOf } from '#core/util/errors.ts';
import { createNewest } from '#core/util/newest.ts';
import { fail, ok, type Result } from '#core/util/result.ts';
import type { SettingsStorage } from '#engine/storage/settings.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type {
  ExportContext,
  ExportedProgram,
  ExportFormat,
} from '#tools/export/program/exportedProgram.ts';

export interface ExportSessionOptions {
  /** At least one. */
  readonly formats: readonly ExportFormat[];
  /** Fails with a sentence. */
  describe(signal: AbortSignal): Promise<Result<ExportedProgram>>;
  contextFor(signal: AbortSignal): ExportContext;
  readonly settings: Pick<SettingsStorage, 'getItem' | 'setItem'>;
  save(file: File): void;
}

export interface ExportSession {
  readonly store: StoreApi<ExportState>;
  readonly formats: readonly ExportFormat[];
  /**
   * Call when the dialog opens: describes the program, then makes the file in the chosen format.
   */
  open(): void;
  /** Call when the dialog is gone: cancels pending work, and releases the program. */
  close(): void;
  choose(id: string): void;
  cancel(): void;
  /** Restarts work that was cancelled or has failed. */
  retry(): void;
  download(): void;
}

export function createExportSession(options: ExportSessionOptions): ExportSession {
  const { formats, settings, save } = options;
  const store = createStore<ExportState>(() => unread(rememberedFormat(formats, settings)));
  const work = createNewest();
  const setFile = (file: FileState) => store.setState({ file });
  const make = async () => {
    const { program, chosen } = store.getState();
    const format = formats.find(({ id }) => id === chosen);
    if (program.kind !== 'ready' || !format) return;
    const signal = work.next();
    setFile({ kind: 'making' });
    const file = await makeFile(format, program.program, options.contextFor(signal));
    if (!signal.aborted) setFile(file);
  };
  const open = async () => {
    const signal = work.next();
    store.setState(unread(store.getState().chosen));
    const described = await settled(() => options.describe(signal));
    if (signal.aborted) return;
    if (described.ok) {
      store.setState({ program: { kind: 'ready', program: described.value } });
      await make();
    } else {
      store.setState({ program: { kind: 'failed', reason: described.error } });
    }
  };
  return {
    store,
    formats,
    open: () => void open(),
    close() {
      work.end();
      store.setState(unread(store.getState().chosen));
    },
    choose(id) {
      const { chosen } = store.getState();
      if (id === chosen) return;
      store.setState({ chosen: id });
      settings.setItem(STORAGE_KEYS.exportFormat, id);
      void make();
    },
    cancel() {
      work.end();
      store.setState(cancelled);
    },
    retry: () => void (store.getState().program.kind === 'ready' ? make() : open()),
    download() {
      const { file } = store.getState();
      if (file.kind !== 'made') return;
      save(file.file);
      setFile({ ...file, isDownloaded: true });
    },
  };
}

/** The format of the last export, or the first one. */
function rememberedFormat(
  formats: ExportSessionOptions['formats'],
  settings: ExportSessionOptions['settings'],
): string {
  const remembered = settings.getItem(STORAGE_KEYS.exportFormat);
  return (formats.find(({ id }) => id === remembered) ?? formats[0])?.id ?? '';
}

async function makeFile(
  format: ExportFormat,
  program: ExportedProgram,
  context: ExportContext,
): Promise<FileState> {
  const made = await settled(async () => {
    const file = await format.make(program, context);
    return file.ok ? ok({ file: file.value, preview: await previewOf(file.value) }) : file;
  });
  if (!made.ok) return { kind: 'failed', reason: made.error };
  return { kind: 'made', ...made.value, isDownloaded: false };
}

/** Turns exceptions into failures, so that the dialog does not wait forever. */
async function settled<Value>(work: () => Promise<Result<Value>>): Promise<Result<Value>> {
  try {
    return await work();
  } catch (thrown) {
    const reason = messageOf(thrown).replace(/[^.!?]$/, '$&.');
    return fail(`The export failed: ${reason} Choose another format, or try again.`);
  }
}

/** In bytes. Text up to this size fits into the clipboard. */
const MAX_TEXT = 8_000_000;
/** Bytes shown of a larger text. */
const BEGINNING = 50_000;

async function previewOf(file: File): Promise<Preview> {
  if (file.name.endsWith('.zip')) return listOf(file);
  if (!file.type.startsWith('text/')) return { kind: 'none' };
  const isWhole = file.size <= MAX_TEXT;
  const shown = isWhole ? file : file.slice(0, BEGINNING);
  return { kind: 'text', text: await shown.text(), isWhole };
}

async function listOf(archive: File): Promise<Preview> {
  const listed = await listZip(archive);
  if (!listed.ok) return { kind: 'none' };
  return { kind: 'files', files: listed.value.map(({ path, size }) => ({ path, bytes: size })) };
}

export interface ExportState {
  readonly chosen: string;
  readonly program: ProgramState;
  readonly file: FileState;
}

export type ProgramState =
  /** Compiling, planning, and reading the files that the program names. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'cancelled' }
  /** `reason` is a sentence. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'ready'; readonly program: ExportedProgram };

export type FileState =
  /** The program is not ready. */
  | { readonly kind: 'none' }
  | { readonly kind: 'making' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string }
  | {
      readonly kind: 'made';
      readonly file: File;
      readonly preview: Preview;
      readonly isDownloaded: boolean;
    };

export type Preview =
  /** `isWhole` is false if the file is too large to show and copy; `text` is then its beginning. */
  | { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
  /** The content of an archive. */
  | { readonly kind: 'files'; readonly files: readonly PreviewedFile[] }
  /** Not human-readable. */
  | { readonly kind: 'none' };

interface PreviewedFile {
  readonly path: string;
  readonly bytes: number;
}

/** The state before the program is read, without anything from an earlier one. */
function unread(chosen: string): ExportState {
  return { chosen, program: { kind: 'reading' }, file: { kind: 'none' } };
}

/** Whether there is work that Cancel can stop. */
export function isBusy({ program, file }: ExportState): boolean {
  return program.kind === 'reading' || file.kind === 'making';
}

function cancelled(state: ExportState): ExportState {
  const { program, file } = state;
  if (program.kind === 'reading') return { ...state, program: { kind: 'cancelled' } };
  return file.kind === 'making' ? { ...state, file: { kind: 'cancelled' } } : state;
}

/** The error as a sentence; null if there is none. */
export function failureOf({ program, file }: ExportState): string | null {
  if (program.kind === 'failed') return program.reason;
  return file.kind === 'failed' ? file.reason : null;
}
