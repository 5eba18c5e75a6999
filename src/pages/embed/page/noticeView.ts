import { assertNever } from '#core/util/assertNever.ts';
import { createDisposer, type Dispose } from '#core/util/disposer.ts';
import type { Workspace } from '#workspace/workspace.ts';
import { ICONS, iconButton, make } from './dom.ts';
import { isHonest, watchSight } from './honestPress.ts';
import { type Notice, noticeOf } from './notice.ts';

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
  'Not all of this question is in sight, or something covers it, so the press does not count. Scroll it into sight, or open the shader in Slang Playground.';

const TOO_SOON = 'The question has only just appeared. Read it, then press again.';

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
