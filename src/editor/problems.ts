import {
  type Diagnostic,
  lintGutter,
  lintKeymap,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
} from '@codemirror/lint';
import { type ChangeDesc, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';

/** Who finds problems. Each replaces its own; all are shown together. */
export type ProblemSource = 'server' | 'lints';

/** Something to say about a range of the text, in UTF-16 offsets. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  /** What the message can be looked up by; empty if there is nothing. */
  readonly code: string;
  /** Places that have to do with it. */
  readonly related: readonly RelatedPlace[];
}

export interface RelatedPlace {
  readonly message: string;
  /** Where it is, for people. */
  readonly label: string;
  /** Leads there; null if nobody can. */
  readonly open: ((view: EditorView) => void) | null;
}

export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

type Problems = ReadonlyMap<ProblemSource, readonly Problem[]>;

const setSource = StateEffect.define<{
  readonly source: ProblemSource;
  readonly problems: readonly Problem[];
}>();

const problemsField = StateField.define<Problems>({
  create: () => new Map(),
  update(problems, transaction) {
    let updated = problems;
    if (transaction.docChanged && problems.size > 0) {
      updated = new Map(
        [...problems].map(([source, own]) => [source, moved(own, transaction.changes)]),
      );
    }
    for (const effect of transaction.effects) {
      if (effect.is(setSource)) {
        updated = new Map(updated).set(effect.value.source, effect.value.problems);
      }
    }
    return updated;
  },
});

/** The problems where an edit has moved them to; those whose text is gone are gone. */
function moved(problems: readonly Problem[], changes: ChangeDesc): readonly Problem[] {
  return problems
    .map((problem) => ({
      ...problem,
      from: changes.mapPos(problem.from, 1),
      to: changes.mapPos(problem.to, -1),
    }))
    .filter(({ from, to }) => from < to);
}

const appearance = EditorView.theme({
  '.cm-lintRange-error': { textDecorationColor: 'var(--danger)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--warning)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--text-faint)' },
  '.cm-lintRange': {
    backgroundImage: 'none',
    paddingBottom: '0',
    textDecorationLine: 'underline',
    textDecorationStyle: 'wavy',
    textDecorationThickness: '1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-lintRange-active': { backgroundColor: 'var(--selection)' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { display: 'flex', alignItems: 'center', padding: '0 2px' },
  '.cm-lint-marker': { width: '8px', height: '8px', borderRadius: '50%', content: 'normal' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--danger)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warning)', borderRadius: '0' },
  '.cm-lint-marker-info': { backgroundColor: 'var(--text-faint)' },
  '.cm-tooltip-lint': { maxWidth: '44em' },
  '.cm-diagnostic': { padding: '5px 10px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warning)' },
  '.cm-problem-code': { color: 'var(--text-quiet)', fontSize: '12px' },
  '.cm-problem-places': { margin: '4px 0 0', paddingLeft: '16px', color: 'var(--text-quiet)' },
  '.cm-problem-place': {
    padding: '0',
    border: 'none',
    background: 'none',
    color: 'var(--accent)',
    font: 'inherit',
    textDecoration: 'underline',
    cursor: 'pointer',
  },
});

/** Squiggles, a gutter, and keys that lead from problem to problem. */
export function problems(onCounts: (counts: ProblemCounts) => void): Extension {
  return [
    problemsField,
    appearance,
    lintGutter(),
    keymap.of([...lintKeymap, { key: 'Shift-F8', run: previousDiagnostic }]),
    EditorView.updateListener.of(({ startState, state }) => {
      const now = state.field(problemsField);
      if (now !== startState.field(problemsField, false)) onCounts(countOf(now));
    }),
  ];
}

/** Replaces what `source` has found. */
export function showProblems(
  view: EditorView,
  source: ProblemSource,
  found: readonly Problem[],
): void {
  const { state } = view;
  const others = [...state.field(problemsField)].filter(([other]) => other !== source);
  const all = [...others.flatMap(([, own]) => own), ...found];
  view.dispatch(
    { effects: setSource.of({ source, problems: found }) },
    setDiagnostics(state, all.map(diagnosticOf)),
  );
}

/** Selects the next problem after the cursor and tells its message; false if there is none. */
export function goToNextProblem(view: EditorView): boolean {
  view.focus();
  return nextDiagnostic(view);
}

function countOf(problems: Problems): ProblemCounts {
  const all = [...problems.values()].flat();
  const count = (severity: Problem['severity']) =>
    all.filter((problem) => problem.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

function diagnosticOf(problem: Problem): Diagnostic {
  const { from, to, severity, message } = problem;
  return { from, to, severity, message, renderMessage: (view) => render(view, problem) };
}

function render(view: EditorView, { message, code, related }: Problem): Node {
  const root = element('div', 'cm-problem', message);
  if (code !== '') root.append(' ', element('span', 'cm-problem-code', code));
  if (related.length > 0) {
    const list = element('ul', 'cm-problem-places', '');
    list.append(...related.map((place) => renderPlace(view, place)));
    root.append(list);
  }
  return root;
}

function renderPlace(view: EditorView, { message, label, open }: RelatedPlace): Node {
  const item = element('li', '', `${message} `);
  if (!open) {
    item.append(element('span', 'cm-problem-code', label));
    return item;
  }
  const button = element('button', 'cm-problem-place', label);
  button.type = 'button';
  button.onclick = () => open(view);
  item.append(button);
  return item;
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  text: string,
): HTMLElementTagNameMap[Name] {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}
