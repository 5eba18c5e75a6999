import { type Severity, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { brief } from '#core/util/text.ts';
import { diagnosticsText } from '#workspace/messages.ts';
import { type HeldRun, shownRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS, originsText } from '#workspace/runs/heldRunTexts.ts';
import type { WorkspaceState } from '#workspace/state.ts';

/** What an embed says over its picture. */
export type Notice =
  | { readonly kind: 'none' }
  /** From 0 to 1; null if nobody knows. */
  | { readonly kind: 'loading'; readonly text: string; readonly fraction: number | null }
  /** A person has to decide. */
  | { readonly kind: 'question'; readonly text: string; readonly action: string }
  | {
      readonly kind: 'fault';
      readonly text: string;
      /** A press on Try again may help. */
      readonly retries: boolean;
    };

/** A message of the compiler may be as long as a book. */
const MAX_TEXT = 2000;

const NONE: Notice = { kind: 'none' };

/** @param showsProblems the problems of the source are listed beside it */
export function noticeOf(state: WorkspaceState, showsProblems: boolean): Notice {
  const { held, compiler, compilation, fetchedSource } = state;
  if (held) return questionOf(held);
  if (compiler.kind === 'failed') {
    return { kind: 'fault', text: brief(compiler.message, MAX_TEXT), retries: true };
  }
  const text = faultText(state);
  if (compilation.kind === 'done' && text !== '' && !(showsProblems && isOfSource(state))) {
    return { kind: 'fault', text, retries: state.gpu.kind === 'lost' };
  }
  if (shownRun(state).outputs.length > 0) return NONE;
  if (fetchedSource !== null) {
    return { kind: 'loading', text: `Loading ${brief(fetchedSource, 200)}…`, fraction: null };
  }
  if (compilation.kind === 'idle' && text !== '') return { kind: 'fault', text, retries: false };
  if (compilation.kind !== 'compiling') return NONE;
  return loadingOf(state);
}

/** Problems of the source that are told where it is not shown. */
const MAX_PROBLEMS = 3;

/** What is wrong and what to do; empty if nothing is. */
function faultText(state: WorkspaceState): string {
  if (!isOfSource(state)) return brief(diagnosticsText(state), MAX_TEXT);
  const errors = state.diagnostics.filter(({ severity }) => isError(severity));
  if (errors.length === 0) return '';
  const told = errors.slice(0, MAX_PROBLEMS).map(({ line, path, message }) => {
    const file = path === USER_SHADER_PATH ? '' : ` of ${path.replace(/^\//, '')}`;
    return `${line > 0 ? `Line ${line}${file}: ` : ''}${brief(message, 300)}`;
  });
  const others = errors.length - told.length;
  if (others > 0) told.push(`${others} more.`);
  return [...told, 'The shader has errors. Mend them in its source.'].join('\n');
}

function isError(severity: Severity): boolean {
  return severity === 'error' || severity === 'fatal';
}

/** All that is said comes from the compiler, and is listed with the source. */
function isOfSource({ messages, diagnostics }: WorkspaceState): boolean {
  return diagnostics.length > 0 && messages.every(({ about }) => about.startsWith('compile'));
}

function loadingOf({ compiler, resourceLoading }: WorkspaceState): Notice {
  if (compiler.kind === 'loading') {
    const { received, total } = compiler.progress;
    const fraction = total === null || total === 0 ? null : received / total;
    return { kind: 'loading', text: 'Loading compiler…', fraction };
  }
  const text = resourceLoading ? 'Loading the shader’s files…' : 'Compiling…';
  return { kind: 'loading', text, fraction: null };
}

function questionOf(held: HeldRun): Notice {
  switch (held.kind) {
    case 'origins':
      return {
        kind: 'question',
        text: `This shader wants to fetch files from ${originsText(held.origins)}. Nothing has been fetched yet.`,
        action: 'Fetch and run',
      };
    case 'suspect':
      return {
        kind: 'question',
        text: `${BAD_END_TEXTS[held.badEnd]} Press Run to start it.`,
        action: 'Run anyway',
      };
    default:
      return assertNever(held);
  }
}
