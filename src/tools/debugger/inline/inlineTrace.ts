import { foldedRanges, unfoldEffect } from '@codemirror/language';
import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
  Text,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { TracedFile, Unseen } from '#core/source/instrument/site.ts';
import type { ShownTrace } from '#tools/debugger/state.ts';
import { colorOf, fullText, hasNonFinite, shortText } from '#tools/debugger/trace/formatValue.ts';
import type { LineValues, Replay } from '#tools/debugger/trace/replay.ts';
import { shownPlace } from '#tools/debugger/trace/shownLine.ts';
import { differenceOf, movedLine } from './breakpoints.ts';

/**
 * The values at the end of a line: `name = value, other = value ×3`. Clicks go through to the text.
 */
export class ValuesWidget extends WidgetType {
  /** One-based; follows edits. */
  readonly line: number;
  readonly shown: LineValues;

  constructor(line: number, shown: LineValues) {
    super();
    this.line = line;
    this.shown = shown;
  }

  override eq({ line, shown: { count, values } }: ValuesWidget): boolean {
    const own = this.shown.values;
    return (
      line === this.line &&
      count === this.shown.count &&
      values.length === own.length &&
      values.every(({ name, value }, at) => name === own[at]?.name && value === own[at].value)
    );
  }

  override toDOM(): HTMLElement {
    const { values, count } = this.shown;
    const root = createSpan('cm-trace', '');
    if (values.length > 0) root.append(createValues(this.line, values));
    if (count > 1) {
      const times = createSpan('cm-trace-count', `×${count.toLocaleString('en')}`);
      times.title = `Executed ${count.toLocaleString('en')} times`;
      root.append(times);
    }
    return root;
  }

  /** Lets the editor put the cursor at the end of the line. */
  override ignoreEvent(): boolean {
    return false;
  }

  override updateDOM(dom: HTMLElement, _view: EditorView, from: this): boolean {
    // The line number has changed.
    if (!from.eq(new ValuesWidget(from.line, this.shown))) return false;
    const values = dom.querySelector<HTMLElement>('[data-trace-line]');
    if (values) values.dataset['traceLine'] = String(this.line);
    return true;
  }
}

function createValues(line: number, values: LineValues['values']): HTMLElement {
  const list = createSpan('cm-trace-values', '');
  list.dataset['traceLine'] = String(line);
  // The visible text may be cut off, and users cannot hover over the missing part.
  list.title = values.map(({ name, value }) => `${name} = ${fullText(value)}`).join('\n');
  for (const [at, { name, value }] of values.entries()) {
    list.append(at > 0 ? ', ' : '', createSpan('cm-trace-name', name), ' = ');
    const color = colorOf(name, value);
    if (color) {
      const swatch = createSpan('cm-trace-swatch', '');
      swatch.style.backgroundColor = color;
      list.append(swatch);
    }
    const text = shortText(value);
    list.append(hasNonFinite(value) ? createSpan('cm-trace-non-finite', text) : text);
  }
  return list;
}

function createSpan(className: string, text: string): HTMLElement {
  const span = document.createElement('span');
  span.className = className;
  span.textContent = text;
  return span;
}

/**
 * What a file shows of a trace at one step. Lines are one-based and refer to its traced text.
 */
export interface InlineTrace {
  readonly source: string;
  readonly step: number;
  readonly values: readonly LineValues[];
  readonly notExecuted: ReadonlySet<number>;
  /** Null if the trace has no steps. */
  readonly currentLine: number | null;
  readonly unseen: readonly Unseen[];
  /** The text differs from the traced source. The editor also detects this on its own. */
  readonly isDated: boolean;
}

/** A trace mapped onto the current text. */
interface PlacedTrace {
  readonly trace: InlineTrace;
  readonly base: Text;
  /** Edits made since the trace. */
  readonly edits: ChangeDesc;
  readonly doc: Text;
  readonly isDated: boolean;
  /** For the whole trace. */
  readonly lasting: DecorationSet;
  /** For the current step. */
  readonly passing: DecorationSet;
}

const setTrace = StateEffect.define<InlineTrace | null>();

const traceField = StateField.define<PlacedTrace | null>({
  create: () => null,
  update(placed, { docChanged, changes, newDoc, effects }) {
    const edited = placed && docChanged ? moved(placed, changes, newDoc) : placed;
    const newest = effects.findLast((effect) => effect.is(setTrace));
    if (!newest) return edited;
    return newest.value && place(newest.value, edited, newDoc);
  },
  provide: (field) => [
    EditorView.decorations.from(field, (placed) => placed?.lasting ?? Decoration.none),
    EditorView.decorations.from(field, (placed) => placed?.passing ?? Decoration.none),
    EditorView.editorAttributes.from(field, (placed) =>
      placed?.isDated ? { class: 'cm-debugger-dated' } : {},
    ),
  ],
});

/** Shows inline values and marks lines. A new editor starts with the trace that `first` returns. */
export function inlineTrace(first: () => InlineTrace | null): Extension {
  return traceField.init(({ doc }) => {
    const trace = first();
    return trace && place(trace, null, doc);
  });
}

/**
 * Shows the trace, or clears it if null. If the step or its line has changed, scrolls to that line.
 */
export function showTrace(view: EditorView, trace: InlineTrace | null): void {
  const before = view.state.field(traceField, false)?.trace;
  if (before === trace || (!before && !trace)) return;
  view.dispatch({ effects: setTrace.of(trace) });
  if (trace && (before?.step !== trace.step || before.currentLine !== trace.currentLine)) {
    revealCurrentLine(view);
  }
}

/** The current line of a line in the traced source; null if its text was deleted. */
export function lineNow(state: EditorState, line: number): number | null {
  const placed = state.field(traceField, false);
  return placed ? movedLine(line, placed.base, placed.edits, placed.doc) : line;
}

/** Maps a line of the text back to the traced source; null if the line is new. */
export function tracedLine(state: EditorState, line: number): number | null {
  const placed = state.field(traceField, false);
  if (!placed) return line;
  const origin = placed.edits.invertedDesc.mapPos(state.doc.line(line).to, -1);
  const traced = placed.base.lineAt(origin).number;
  return lineNow(state, traced) === line ? traced : null;
}

function place(trace: InlineTrace, before: PlacedTrace | null, doc: Text): PlacedTrace {
  if (before?.trace.source === trace.source) {
    const { base, edits } = before;
    const isSame =
      before.trace.notExecuted === trace.notExecuted && before.trace.unseen === trace.unseen;
    return draw(trace, base, edits, doc, isSame ? before.lasting : null);
  }
  const base = Text.of(trace.source.split('\n'));
  return draw(trace, base, differenceOf(base, doc), doc, null);
}

function moved(placed: PlacedTrace, changes: ChangeDesc, doc: Text): PlacedTrace {
  const { trace, base } = placed;
  // Undo can restore the traced text.
  if (base.eq(doc)) return draw(trace, base, ChangeSet.empty(base.length).desc, doc, null);
  // If no line was added or removed, map the decorations: rebuilding is slow for long sources.
  const lasting = doc.lines === placed.doc.lines ? placed.lasting.map(changes) : null;
  return draw(trace, base, placed.edits.composeDesc(changes), doc, lasting);
}

function draw(
  trace: InlineTrace,
  base: Text,
  edits: ChangeDesc,
  doc: Text,
  lasting: DecorationSet | null,
): PlacedTrace {
  return {
    trace,
    base,
    edits,
    doc,
    isDated: trace.isDated || !edits.empty,
    lasting: lasting ?? drawLasting(trace, base, edits, doc),
    passing: drawPassing(trace, base, edits, doc),
  };
}

const NOT_EXECUTED = Decoration.line({ class: 'cm-not-executed' });
const CURRENT = Decoration.line({
  class: 'cm-debugger-line',
  attributes: { 'aria-current': 'step' },
});

function drawLasting(
  { notExecuted, unseen }: InlineTrace,
  base: Text,
  edits: ChangeDesc,
  doc: Text,
): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const line of notExecuted) {
    const at = movedLine(line, base, edits, doc);
    if (at !== null) ranges.push(NOT_EXECUTED.range(doc.line(at).from));
  }
  for (const { from, to, reason } of unseen) {
    if (to > base.length) continue;
    const start = edits.mapPos(from, 1);
    const end = edits.mapPos(to, -1);
    if (start >= end) continue;
    const attributes = { title: reason };
    ranges.push(Decoration.mark({ class: 'cm-trace-unseen', attributes }).range(start, end));
  }
  return Decoration.set(ranges, true);
}

function drawPassing(
  { values, currentLine }: InlineTrace,
  base: Text,
  edits: ChangeDesc,
  doc: Text,
): DecorationSet {
  const ranges: Range<Decoration>[] = [];
  for (const shown of values) {
    if (shown.values.length === 0 && shown.count < 2) continue;
    const at = movedLine(shown.line, base, edits, doc);
    if (at === null) continue;
    const widget = new ValuesWidget(at, shown);
    ranges.push(Decoration.widget({ widget, side: 1 }).range(doc.line(at).to));
  }
  const current = currentLine === null ? null : movedLine(currentLine, base, edits, doc);
  if (current !== null) ranges.push(CURRENT.range(doc.line(current).from));
  return Decoration.set(ranges, true);
}

/** Unfolds the current line, and scrolls to it if it is not visible. */
export function revealCurrentLine(view: EditorView): void {
  const placed = view.state.field(traceField, false);
  const line = placed?.trace.currentLine ?? null;
  const now = line === null ? null : lineNow(view.state, line);
  if (now === null) return;
  const { from, to } = view.state.doc.line(now);
  const effects: StateEffect<unknown>[] = [];
  foldedRanges(view.state).between(from, to, (start, end) => {
    if (start < from) effects.push(unfoldEffect.of({ from: start, to: end }));
  });
  if (effects.length > 0 || !isInSight(view, from)) {
    effects.push(EditorView.scrollIntoView(from, { y: 'center' }));
    view.dispatch({ effects });
  }
}

function isInSight(view: EditorView, position: number): boolean {
  const { top, bottom } = view.lineBlockAt(position);
  const seen = view.scrollDOM.getBoundingClientRect();
  const shift = view.documentTop - seen.top;
  return top + shift >= 0 && bottom + shift <= seen.height;
}

/** What a file shows of a trace; null if it is not recorded. The line is that of the selected call. */
export function traceAtStep(shown: ShownTrace, path: string): InlineTrace | null {
  const { replay, step, isDated } = shown;
  const file = replay.trace.program.files.find((each) => each.path === path);
  if (!file) return null;
  const place = shownPlace(shown);
  return {
    ...lastingOf(replay, file),
    source: file.text,
    step,
    values: step < 0 ? [] : linesIn(file, replay.valuesAt(step)),
    currentLine: place?.path === path ? place.line : null,
    isDated,
  };
}

type Lasting = Pick<InlineTrace, 'notExecuted' | 'unseen'>;

const LASTING = new WeakMap<Replay, Map<TracedFile, Lasting>>();

/** The same objects for each step of a trace. */
function lastingOf(replay: Replay, file: TracedFile): Lasting {
  const known = LASTING.get(replay) ?? new Map<TracedFile, Lasting>();
  LASTING.set(replay, known);
  const found = known.get(file);
  if (found) return found;
  const lines = [...replay.notExecuted].map((line) => ({ line }));
  const inside = replay.trace.program.unseen.filter(
    ({ from, to }) => file.from <= from && to <= file.to,
  );
  const lasting = {
    notExecuted: new Set(linesIn(file, lines).map(({ line }) => line)),
    unseen: linesIn(file, inside).map(({ from, to, ...rest }) => ({
      ...rest,
      ...{ from: from - file.from, to: to - file.from },
    })),
  };
  known.set(file, lasting);
  return lasting;
}

/** Those in a file, with its lines instead of the program's. */
function linesIn<T extends { readonly line: number }>(
  { firstLine, text }: TracedFile,
  all: readonly T[],
): T[] {
  const count = text.split('\n').length;
  const before = firstLine - 1;
  return all.flatMap((each) => {
    const line = each.line - before;
    return line >= 1 && line <= count ? [{ ...each, line }] : [];
  });
}
