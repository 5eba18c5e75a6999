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
import type { Problem, QuickFix, RelatedPlace, ShownProblem } from './problem.ts';
import { problemAppearance, renderProblem } from './problemView.ts';

/** The finders of problems. Each replaces only its own; the editor shows all together. */
export type ProblemSource = 'server' | 'lints' | 'webgpu';

export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
}

type Problems = ReadonlyMap<ProblemSource, readonly ShownProblem[]>;

const setSource = StateEffect.define<{
  readonly source: ProblemSource;
  readonly problems: readonly ShownProblem[];
}>();

/** Removes a fixed problem. */
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

/** The problems at their places after an edit, without those whose text is gone. */
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
 * The gutter keeps its marks when their text goes, also when a whole project's text goes, until diagnostics are
 * set. What is drawn and what is counted stay the same list.
 */
const forgetWithText = EditorState.transactionExtender.of(({ docChanged, startState, changes }) => {
  const before = shownProblems(startState);
  if (!docChanged || before.length === 0) return null;
  const after = moved(before, changes);
  return after.length === before.length
    ? null
    : { effects: setDiagnosticsEffect.of(after.map(diagnosticOf)) };
});

/** Squiggles, a gutter, and keys that go from problem to problem, also into other files. */
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

/** An editor's view, or a file that is not in sight. */
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

/** Related places contain functions, which cannot be compared. */
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

/** Whether the shown problems have changed. */
export function problemsChanged({
  startState,
  state,
}: Pick<ViewUpdate, 'startState' | 'state'>): boolean {
  return state.field(problemsField) !== startState.field(problemsField, false);
}

/**
 * Fixes a problem in one undo step. Returns false if the problem is gone, or an edit changed the text
 * that the fix would replace.
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
    // Its fixes may have changed by the time the user opens it.
    const problem = shownProblems(view.state).find((shown) => shown.id === id);
    if (!problem) return document.createTextNode(brief(message));
    return renderProblem(view, problem, (label) => applyQuickFix(view, id, label));
  };
  return { from, to, severity, message: brief(message), renderMessage };
}

/**
 * Selects the next problem after the cursor, or the first of the next file that has problems, and
 * announces its message; false if there is none.
 */
export function goToNextProblem(view: EditorView): boolean {
  const { to } = view.state.selection.main;
  const isHere = shownProblems(view.state).some((problem) => problem.to > to);
  if (!isHere) openFileWithProblems(view, 1);
  view.focus();
  return nextDiagnostic(view);
}

/** The same backwards. */
export function goToPreviousProblem(view: EditorView): boolean {
  const { to } = view.state.selection.main;
  const isHere = shownProblems(view.state).some((problem) => problem.to < to);
  if (isHere || !openFileWithProblems(view, -1)) return previousDiagnostic(view);
  return nextDiagnostic(view);
}

/** Opens the nearest other file that has problems, at its first one, or at its last one. */
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

/** The problems of all these states. */
export function countProblems(states: readonly EditorState[]): ProblemCounts {
  const all = states.flatMap(shownProblems);
  const count = (severity: Problem['severity']) =>
    all.filter((problem) => problem.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}
