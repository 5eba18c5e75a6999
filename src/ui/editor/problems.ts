import { isolateHistory } from '@codemirror/commands';
import {
  type Diagnostic,
  lintGutter,
  lintKeymap,
  nextDiagnostic,
  previousDiagnostic,
  setDiagnostics,
  setDiagnosticsEffect,
} from '@codemirror/lint';
import {
  type ChangeDesc,
  EditorState,
  type Extension,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { closeHoverTooltips, EditorView, keymap, type ViewUpdate } from '@codemirror/view';
import { brief } from '#core/util/text.ts';
import { type EditedFile, projectEditor } from './fileEdits.ts';
import { goTo } from './goTo.ts';
import type { Problem, QuickFix, RelatedPlace, ShownProblem } from './problem.ts';

const problemAppearance = EditorView.theme({
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
  '.cm-tooltip-section:not(:first-child)': { borderTop: '1px solid var(--border)' },
  '.cm-diagnostic': { padding: '5px 10px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--danger)' },
  '.cm-diagnostic-info': { borderLeft: '4px solid var(--border-strong)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--warning)' },
  '.cm-problem-code': { color: 'var(--text-quiet)', fontSize: '0.75rem' },
  '.cm-problem-places': { margin: '4px 0 0', paddingLeft: '16px', color: 'var(--text-quiet)' },
  '.cm-problem-fixes': { display: 'flex', flexWrap: 'wrap', gap: '4px', margin: '6px 0 3px' },
  '.cm-problem-fix': {
    maxWidth: '100%',
    padding: '3px 8px',
    border: '1px solid var(--border)',
    borderRadius: '4px',
    background: 'var(--surface-control)',
    color: 'var(--text)',
    font: '0.75rem var(--font-ui)',
    overflowWrap: 'anywhere',
    textAlign: 'left',
    cursor: 'pointer',
  },
  '.cm-problem-fix:hover': {
    borderColor: 'var(--border-strong)',
    backgroundColor: 'var(--surface-control-hover)',
  },
  '.cm-problem-fix:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '1px' },
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

/** The message with its code, places and fixes; `onFix` gets the label of the chosen fix. */
function renderProblem(
  view: EditorView,
  { message, code, related, fixes }: Problem,
  onFix: (label: string) => void,
): HTMLElement {
  const root = element('div', 'cm-problem', brief(message));
  if (code !== '') root.append(' ', element('span', 'cm-problem-code', code));
  if (related.length > 0) {
    const list = element('ul', 'cm-problem-places', '');
    list.append(...related.map((place) => renderPlace(view, place)));
    root.append(list);
  }
  if (fixes.length > 0) {
    const row = element('div', 'cm-problem-fixes', '');
    row.append(...fixes.map(({ label }) => renderFix(label, () => onFix(label))));
    root.append(row);
  }
  return root;
}

function renderFix(label: string, onClick: () => void): HTMLElement {
  const button = element('button', 'cm-problem-fix', label);
  button.type = 'button';
  button.title = 'Quick fix (in the editor: Ctrl+. or Cmd+.)';
  button.onclick = onClick;
  return button;
}

function renderPlace(view: EditorView, place: RelatedPlace): Node {
  const item = element('li', '', `${brief(place.message)} `);
  const isHere = place.kind === 'here';
  const label = isHere ? `line ${view.state.doc.lineAt(place.at).number}` : place.label;
  const open = isHere ? () => goTo(view, place.at) : place.open;
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

/** A finder of problems. Each replaces only its own problems; the editor shows them all. */
type ProblemSource = 'server' | 'lints' | 'webgpu';

export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

type Problems = ReadonlyMap<ProblemSource, readonly ShownProblem[]>;

const setSource = StateEffect.define<{
  readonly source: ProblemSource;
  readonly problems: readonly ShownProblem[];
}>();

/** Removes the problem with this id after it is fixed. */
const fixed = StateEffect.define<number>();

let lastId = 0;

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
      if (effect.is(fixed)) updated = without(updated, effect.value);
    }
    return updated;
  },
});

function without(problems: Problems, id: number): Problems {
  return new Map(
    [...problems].map(([source, own]) => [source, own.filter((problem) => problem.id !== id)]),
  );
}

/** The problems mapped through an edit, without those whose text was deleted. */
function moved(problems: readonly ShownProblem[], changes: ChangeDesc): readonly ShownProblem[] {
  return problems
    .map((problem) => ({
      ...problem,
      from: changes.mapPos(problem.from, 1),
      to: changes.mapPos(problem.to, -1),
      related: problem.related.map((place) => movedPlace(place, changes)),
      fixes: problem.fixes.flatMap((fix) => movedFix(fix, changes) ?? []),
    }))
    .filter(({ from, to }) => from < to);
}

function movedPlace(place: RelatedPlace, changes: ChangeDesc): RelatedPlace {
  return place.kind === 'here' ? { ...place, at: changes.mapPos(place.at, 1) } : place;
}

/** Undefined if an edit changed the text that the fix would replace. */
function movedFix({ label, edits }: QuickFix, changes: ChangeDesc): QuickFix | undefined {
  if (edits.some(({ from, to }) => changes.touchesRange(from, to))) return undefined;
  return {
    label,
    edits: edits.map((edit) => ({
      ...edit,
      from: changes.mapPos(edit.from, 1),
      to: changes.mapPos(edit.to, edit.from === edit.to ? 1 : -1),
    })),
  };
}

/**
 * Without new diagnostics, the gutter would keep the marks of deleted text, even when a project's
 * whole text is replaced. Dropping them keeps the drawn problems and the counted ones the same.
 */
const forgetWithText = EditorState.transactionExtender.of(({ docChanged, startState, changes }) => {
  const before = shownProblems(startState);
  if (!docChanged || before.length === 0) return null;
  const after = moved(before, changes);
  return after.length === before.length
    ? null
    : { effects: setDiagnosticsEffect.of(after.map(diagnosticOf)) };
});

/** Squiggles, a gutter, and keys to go to the next and previous problem, across files. */
export const problems: Extension = [
  problemsField,
  forgetWithText,
  problemAppearance,
  lintGutter(),
  keymap.of([
    { key: 'F8', run: goToNextProblem },
    { key: 'Shift-F8', run: goToPreviousProblem },
    ...lintKeymap,
  ]),
];

type Target = Pick<EditedFile, 'state' | 'dispatch'>;

/** Replaces the problems of `source`. An open message stays open if nothing changes. */
export function showProblems(view: Target, source: ProblemSource, found: readonly Problem[]): void {
  if (isSame(view.state.field(problemsField).get(source) ?? [], found)) return;
  const problems = found.map((problem) => {
    lastId += 1;
    return { ...problem, id: lastId };
  });
  view.dispatch({ effects: setSource.of({ source, problems }) });
  redraw(view);
}

/** Always false if there are related places: they contain functions, which cannot be compared. */
function isSame(shown: readonly ShownProblem[], found: readonly Problem[]): boolean {
  if (found.some(({ related }) => related.length > 0)) return false;
  const known = shown.map(({ id: _, ...problem }) => problem);
  return JSON.stringify(known) === JSON.stringify(found);
}

/** All problems in text order, at their current places. */
export function shownProblems(state: EditorState): readonly ShownProblem[] {
  const all = [...(state.field(problemsField, false)?.values() ?? [])].flat();
  return all.toSorted((one, other) => one.from - other.from);
}

export function problemsChanged({
  startState,
  state,
}: Pick<ViewUpdate, 'startState' | 'state'>): boolean {
  return state.field(problemsField) !== startState.field(problemsField, false);
}

/**
 * Fixes a problem in one undo step. Returns false if the problem is gone, or if an edit changed the
 * text that the fix would replace.
 */
export function applyQuickFix(view: EditorView, id: number, label: string): boolean {
  const problem = shownProblems(view.state).find((shown) => shown.id === id);
  const fix = problem?.fixes.find((each) => each.label === label);
  if (!fix) return false;
  view.dispatch({
    changes: fix.edits,
    effects: [fixed.of(id), closeHoverTooltips, EditorView.announce.of(`Done: ${label}`)],
    annotations: isolateHistory.of('full'),
    userEvent: 'input.fix',
  });
  redraw(view);
  view.focus();
  return true;
}

function redraw(view: Target): void {
  const diagnostics = shownProblems(view.state).map(diagnosticOf);
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

function diagnosticOf({ from, to, severity, message, id }: ShownProblem): Diagnostic {
  const renderMessage = (view: EditorView) => {
    // The fixes may have changed by the time the user opens the message.
    const problem = shownProblems(view.state).find((shown) => shown.id === id);
    if (!problem) return document.createTextNode(brief(message));
    return renderProblem(view, problem, (label) => applyQuickFix(view, id, label));
  };
  return { from, to, severity, message: brief(message), renderMessage };
}

/**
 * Selects the next problem after the cursor, or the first one in the next file with problems, and
 * announces its message. Returns false if there is none.
 */
export function goToNextProblem(view: EditorView): boolean {
  const { to } = view.state.selection.main;
  const isHere = shownProblems(view.state).some((problem) => problem.to > to);
  if (!isHere) openFileWithProblems(view, 1);
  view.focus();
  return nextDiagnostic(view);
}

/** Like {@link goToNextProblem}, but backwards. */
export function goToPreviousProblem(view: EditorView): boolean {
  const { to } = view.state.selection.main;
  const isHere = shownProblems(view.state).some((problem) => problem.to < to);
  if (isHere || !openFileWithProblems(view, -1)) return previousDiagnostic(view);
  return nextDiagnostic(view);
}

/**
 * Opens the nearest other file with problems, at its first or last one depending on the direction.
 */
function openFileWithProblems({ state }: EditorView, direction: 1 | -1): boolean {
  const project = state.facet(projectEditor);
  const files = project?.files() ?? [];
  const at = files.findIndex(({ id }) => id === project?.shownFile());
  for (let step = 1; step < files.length; step += 1) {
    const file = files[(at + step * direction + files.length) % files.length];
    const found = file ? shownProblems(file.state) : [];
    const problem = direction === 1 ? found[0] : found.at(-1);
    if (!file || !problem) continue;
    project?.open(file.id, problem.from);
    return true;
  }
  return false;
}

export function countProblems(states: readonly EditorState[]): ProblemCounts {
  const all = states.flatMap(shownProblems);
  const count = (severity: Problem['severity']) =>
    all.filter((problem) => problem.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}
