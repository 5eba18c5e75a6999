import { type Severity, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { brief } from '#core/util/text.ts';
import { diagnosticsText } from '#workspace/messages.ts';
import { type HeldRun, shownRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS, originsText } from '#workspace/runs/heldRunTexts.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { ICONS, iconButton, make } from './dom.ts';

/** Something besides the workspace that a person has to allow, such as a source from elsewhere. */
export interface Question {
  readonly text: string;
  readonly action: string;
  answer(isAllowed: boolean): void;
}

export interface NoticeView {
  /** Asks before anything else is said; the answer ends the question, and so does the result. */
  ask(question: Question): Dispose;
  dispose: Dispose;
}

const COVERED =
  'This question is partly hidden or covered, so the click does not count. Scroll until all of it is visible, or open the shader in Slang Playground.';

const TOO_SOON = 'The question has only just appeared. Read it, then click again.';

interface Asking {
  /** What shows the question. */
  readonly place: HTMLElement;
  answer(isAllowed: boolean): void;
  release(dispose: Dispose): void;
}

/** @param showsProblems whether the problems of the source are listed elsewhere */
export function showNotices(
  stage: HTMLElement,
  workspace: Workspace,
  showsProblems: () => boolean,
): NoticeView {
  const place = make('div', { className: 'notice', hidden: true });
  stage.append(place);
  let shown = '';
  let closed = '';
  let parts = createDisposer();
  let question: Question | null = null;
  const show = (notice: Notice, answer: (isAllowed: boolean) => void) => {
    const identity = JSON.stringify(notice);
    if (identity === shown) return;
    shown = identity;
    parts.dispose();
    parts = createDisposer();
    place.dataset['kind'] = notice.kind;
    place.hidden = notice.kind === 'none' || identity === closed;
    place.role = notice.kind === 'fault' ? 'alert' : 'status';
    place.replaceChildren(...contentOf(notice, workspace, { place, answer, release: parts.add }));
    if (notice.kind !== 'fault') return;
    place.append(
      iconButton('Close message', ICONS.close(), () => {
        closed = identity;
        place.hidden = true;
      }),
    );
  };
  const look = () => {
    if (question) {
      const { text, action, answer } = question;
      show({ kind: 'question', text, action }, (isAllowed) => {
        question = null;
        answer(isAllowed);
        look();
      });
      return;
    }
    const notice = noticeOf(workspace.store.getState(), showsProblems());
    if (notice.kind === 'none') closed = '';
    show(notice, (isAllowed) => {
      if (isAllowed) void workspace.runHeld();
      else workspace.dropHeld();
    });
  };
  const unsubscribe = workspace.store.subscribe(look);
  look();
  return {
    ask(next) {
      question = next;
      look();
      return () => {
        if (question !== next) return;
        question = null;
        look();
      };
    },
    dispose() {
      unsubscribe();
      parts.dispose();
      place.remove();
    },
  };
}

function contentOf(notice: Notice, workspace: Workspace, asking: Asking): readonly Node[] {
  switch (notice.kind) {
    case 'none':
      return [];
    case 'loading': {
      const { text, fraction } = notice;
      const progress = make('progress', { max: 100 });
      progress.ariaLabel = text.replace('…', '');
      if (fraction !== null) progress.value = Math.round(fraction * 100);
      return [make('p', {}, text), progress];
    }
    case 'question':
      return questionParts(notice, asking);
    case 'fault': {
      const again = make('button', { type: 'button' }, 'Try again');
      again.addEventListener('click', () => {
        if (workspace.store.getState().compiler.kind === 'failed') workspace.retryCompiler();
        void workspace.run();
      });
      return [make('p', {}, notice.text), ...(notice.retries ? [again] : [])];
    }
    default:
      return assertNever(notice);
  }
}

function questionParts(
  { text, action }: Extract<Notice, { kind: 'question' }>,
  { place, answer, release }: Asking,
): readonly Node[] {
  const told = make('p', {}, text);
  const allow = make('button', { type: 'button', className: 'primary' }, action);
  const refuse = make('button', { type: 'button' }, 'Don’t run');
  const watched = watchSight(place, allow);
  release(watched.dispose);
  allow.addEventListener('click', (event) => {
    const sight = watched.sight();
    if (isHonest(event, sight)) answer(true);
    else if (event.isTrusted) {
      told.textContent = `${text} ${sight.since === null ? COVERED : TOO_SOON}`;
    }
  });
  refuse.addEventListener('click', () => answer(false));
  return [told, make('div', { className: 'answers' }, allow, refuse)];
}

/** Milliseconds that a question has to be in full sight before a press on its button counts. */
export const LEAST_SIGHT = 500;

interface Sight {
  /** Since when nothing covers or fades the question, of `performance.now()`; null if something does. */
  readonly since: number | null;
}

/** Whether a person who saw what the button is about has pressed it. */
export function isHonest(
  { isTrusted, timeStamp }: Pick<Event, 'isTrusted' | 'timeStamp'>,
  { since }: Sight,
): boolean {
  return isTrusted && since !== null && timeStamp - since >= LEAST_SIGHT;
}

/** Milliseconds between two looks: the least that browsers allow. */
const DELAY = 100;

/** Of the question’s area, but for rounding. */
const WHOLE = 0.99;

/**
 * Follows whether a question is in full sight, with its words, so that a page around it cannot lead presses
 * to its button; out of sight, the button is marked as disabled. Chromium knows whether anything covers or
 * fades the question; elsewhere it has to be within the window.
 */
function watchSight(
  question: HTMLElement,
  button: HTMLElement,
): { sight(): Sight; dispose: Dispose } {
  let sight: Sight = { since: null };
  button.ariaDisabled = 'true';
  const follow: IntersectionObserverCallback = (entries) => {
    const newest = entries.at(-1);
    if (!newest) return;
    const { intersectionRatio, isVisible = true } = newest as IntersectionObserverEntry & {
      readonly isVisible?: boolean;
    };
    if (intersectionRatio < WHOLE || !isVisible) sight = { since: null };
    else if (sight.since === null) sight = { since: newest.time };
    button.ariaDisabled = String(sight.since === null);
  };
  const options = { threshold: [0, WHOLE], trackVisibility: true, delay: DELAY };
  const observer = new IntersectionObserver(follow, options);
  observer.observe(question);
  return { sight: () => sight, dispose: () => observer.disconnect() };
}

/** What an embed says over its picture. */
type Notice =
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
  return [...told, 'The shader has errors. Fix them in its source.'].join('\n');
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
