import type { ExportedProgram } from '#tools/export/program/exportedProgram.ts';

/** What the Export dialog shows. */
export interface ExportState {
  /** The id of the chosen format. */
  readonly chosen: string;
  readonly program: ProgramState;
  /** The file of the chosen format. */
  readonly file: FileState;
}

export type ProgramState =
  /** Compiling, planning, and reading the files that the program names. */
  | { readonly kind: 'reading' }
  | { readonly kind: 'cancelled' }
  /** A sentence. */
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
  /** `isWhole` unless the file is too large to show and to copy: then it is the beginning. */
  | { readonly kind: 'text'; readonly text: string; readonly isWhole: boolean }
  /** Of an archive. */
  | { readonly kind: 'files'; readonly files: readonly PreviewedFile[] }
  /** Nothing that a person can read. */
  | { readonly kind: 'none' };

interface PreviewedFile {
  readonly path: string;
  readonly bytes: number;
}

/** The program is still to be read: nothing is kept of an earlier one. */
export function unread(chosen: string): ExportState {
  return { chosen, program: { kind: 'reading' }, file: { kind: 'none' } };
}

/** Whether something runs that Cancel ends. */
export function isBusy({ program, file }: ExportState): boolean {
  return program.kind === 'reading' || file.kind === 'making';
}

/** What runs ends without an outcome. */
export function cancelled(state: ExportState): ExportState {
  const { program, file } = state;
  if (program.kind === 'reading') return { ...state, program: { kind: 'cancelled' } };
  return file.kind === 'making' ? { ...state, file: { kind: 'cancelled' } } : state;
}

/** What went wrong, as a sentence; null if nothing did. */
export function failureOf({ program, file }: ExportState): string | null {
  if (program.kind === 'failed') return program.reason;
  return file.kind === 'failed' ? file.reason : null;
}
