import type { CompileRequest } from '#core/output/compileResult.ts';
import type { ReducedFiles } from '#core/source/reducer/reduceFiles.ts';
import type { Fault } from '#tools/reduce/fault.ts';

export type ReduceState =
  | { readonly kind: 'idle' }
  /** `since` is a time of `performance.now()`. */
  | { readonly kind: 'looking'; readonly since: number; readonly request: CompileRequest }
  | {
      readonly kind: 'reducing';
      readonly since: number;
      readonly request: CompileRequest;
      readonly fault: Fault;
      readonly best: ReducedFiles;
      readonly tests: number;
    }
  /** Files with the same fault that are smaller than the source. */
  | ReducedState
  | { readonly kind: 'irreducible'; readonly fault: Fault; readonly tests: number }
  | { readonly kind: 'no-fault' }
  | EarlyEnd;

export interface ReducedState {
  readonly kind: 'reduced';
  readonly request: CompileRequest;
  readonly fault: Fault;
  readonly files: ReducedFiles;
  readonly tests: number;
  readonly ending: ReductionEnding;
  /** Markdown for an issue. */
  readonly report: string;
  readonly isShown: boolean;
  /** The outcome of “Open”; null before that. */
  readonly note: string | null;
}

/** Why the reduction ended. Only `smallest` means that no smaller source was found. */
export type ReductionEnding = { readonly kind: 'smallest' } | { readonly kind: 'limit' } | EarlyEnd;

/** The reduction was not finished. */
export type EarlyEnd =
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly reason: string };

export function isAtWork({ kind }: ReduceState): boolean {
  return kind === 'looking' || kind === 'reducing';
}

/** Total lines of all texts, without empty lines at their ends. */
export function countLines(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + linesIn(text), 0);
}

function linesIn(text: string): number {
  const content = text.trimEnd();
  return content === '' ? 0 : content.split(/\r\n?|\n/).length;
}

export function linesOfRequest({ sourceCode, files = [] }: CompileRequest): number {
  return countLines([sourceCode, ...files.map(({ text }) => text)]);
}

export function linesOfFiles(files: ReducedFiles): number {
  return countLines(files.map(({ text }) => text));
}

/** The text to show or copy. Several files are preceded by their names. */
export function shownText(files: ReducedFiles): string {
  const [main] = files;
  if (files.length === 1) return main?.text ?? '';
  return files.map(({ path, text }) => `// ${path.replace(/^\//, '')}\n${text}`).join('\n');
}
