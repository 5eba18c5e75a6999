import { type Severity, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import { fail } from '#core/util/result.ts';
import { brief, quoted } from '#core/util/text.ts';
import { diagnosticsText } from '#workspace/messages.ts';
import { type HeldRun, shownRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS, originsText } from '#workspace/runs/heldRunTexts.ts';
import type { WorkspaceServices } from '#workspace/services.ts';
import type { WorkspaceState } from '#workspace/state.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { ICONS, iconButton, make } from './dom.ts';

/**
 * A permission to request in addition to the workspace's, such as to load another site's source.
 */
export interface Question {
  readonly text: string;
  readonly action: string;
  answer(isAllowed: boolean): void;
}

export interface NoticeView {
  /** Shows the question before any other notice; the answer or the returned function ends it. */
  ask(question: Question): Dispose;
  dispose: Dispose;
}

const COVERED =
  'This question is partly hidden or covered, so the click does not count. Scroll until all of it is visible, or open the shader in Slang Playground.';

const TOO_SOON = 'The question has only just appeared. Read it, then click again.';

interface Asking {
  readonly place: HTMLElement;
  answer(isAllowed: boolean): void;
  release(dispose: Dispose): void;
}

/** @param showsProblems whether the source's problems are listed elsewhere */
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

/**
 * How long a question must be fully visible before a click on its button counts, in milliseconds.
 */
export const LEAST_SIGHT = 500;

interface Sight {
  /** The `performance.now()` time since which the question is fully visible; null if it is not. */
  readonly since: number | null;
}

/** Whether a real click came from a user who had time to see what the button is about. */
export function isHonest(
  { isTrusted, timeStamp }: Pick<Event, 'isTrusted' | 'timeStamp'>,
  { since }: Sight,
): boolean {
  return isTrusted && since !== null && timeStamp - since >= LEAST_SIGHT;
}

/** Milliseconds between visibility checks: the minimum that browsers allow. */
const DELAY = 100;

/** The fraction of the question's area that counts as all of it, allowing for rounding. */
const WHOLE = 0.99;

/**
 * Tracks whether a question and its text are fully visible, so that the parent page cannot trick
 * the user into clicking its button; while it is not, the button is marked as disabled. Chromium
 * detects anything that covers or fades the question; other browsers only check that it is within
 * the window.
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

/** What an embed displays over its picture. */
type Notice =
  | { readonly kind: 'none' }
  /** From 0 to 1; null if unknown. */
  | { readonly kind: 'loading'; readonly text: string; readonly fraction: number | null }
  | { readonly kind: 'question'; readonly text: string; readonly action: string }
  | {
      readonly kind: 'fault';
      readonly text: string;
      /** Whether Try again may help. */
      readonly retries: boolean;
    };

/** Compiler messages can be very long. */
const MAX_TEXT = 2000;

const NONE: Notice = { kind: 'none' };

/** @param showsProblems whether the source's problems are listed beside it */
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

/** Most of the source's problems to show where the source is hidden. */
const MAX_PROBLEMS = 3;

/** What is wrong and how to fix it; empty if nothing is wrong. */
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

/** Whether all messages come from the compiler, so that the source's problem list shows them. */
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

type Load = WorkspaceServices['loadSource'];

/** Most characters of the address to show; enough for any host, whose end identifies its owner. */
const MAX_ADDRESS = 300;

/** Asks the user; the result withdraws the question. */
export type Ask = (question: Question) => Dispose;

/**
 * Loads sources from other sites only after the user has allowed it in the embed, because the
 * parent page may have chosen the address.
 */
export function askBeforeLoading(load: Load, site: string, ask: Ask): Load {
  return async (address, signal) => {
    const { origin } = new URL(address);
    if (origin === site) return load(address, signal);
    const isAllowed = await new Promise<boolean>((resolve) => {
      const takeBack = ask({
        text: `This embed opens a shader from another site: ${quoted(address, MAX_ADDRESS)}. Nothing has been fetched yet.`,
        action: 'Fetch and run',
        answer: resolve,
      });
      signal.addEventListener('abort', () => {
        takeBack();
        resolve(false);
      });
    });
    return isAllowed ? load(address, signal) : fail(`The shader of ${origin} was not fetched.`);
  };
}
