import {
  type ChangeDesc,
  ChangeSet,
  type EditorState,
  type Extension,
  MapMode,
  RangeSet,
  StateEffect,
  StateField,
  type Text,
} from '@codemirror/state';
import {
  EditorView,
  GutterMarker,
  type KeyBinding,
  lineNumberMarkers,
  lineNumbers,
  showTooltip,
  type Tooltip,
  type TooltipView,
} from '@codemirror/view';
import type { Breakpoint } from '#tools/debugger/trace/replay.ts';

export interface BreakpointOptions {
  /** Called on a click or F9. The owner then calls {@link showBreakpoints}. */
  onToggleBreakpoint(line: number): void;
  /** Called on a click with Alt on a line number. */
  onPaint(line: number): void;
  /**
   * Called when the user enters a condition; null if the breakpoint always applies. Returns what is
   * wrong with it, as a sentence, or null if it was accepted.
   */
  onCondition(line: number, condition: string | null): string | null;
  /** An edit has moved or removed breakpoints. The list holds all that remain. */
  onBreakpointsMoved(breakpoints: readonly Breakpoint[]): void;
}

interface Breakpoints {
  /** Sorted by line. */
  readonly list: readonly Breakpoint[];
  readonly markers: RangeSet<GutterMarker>;
}

const setBreakpoints = StateEffect.define<readonly Breakpoint[]>();

const breakpointsField = StateField.define<Breakpoints>({
  create: () => ({ list: [], markers: RangeSet.empty }),
  update(shown, { docChanged, startState, changes, newDoc, effects }) {
    const newest = effects.findLast((effect) => effect.is(setBreakpoints));
    if (newest) return drawn(newest.value, newDoc);
    if (!docChanged || shown.list.length === 0) return shown;
    return drawn(moved(shown.list, startState.doc, changes, newDoc), newDoc);
  },
  provide: (field) => lineNumberMarkers.from(field, ({ markers }) => markers),
});

/**
 * Shows breakpoints on the line numbers, so they need no gutter of their own. A new editor starts
 * with the breakpoints that `first` returns.
 */
export function breakpoints(
  first: () => readonly Breakpoint[],
  options: BreakpointOptions,
): Extension {
  return [
    breakpointsField.init(({ doc }) => drawn(first(), doc)),
    conditionDialog((line, condition) => options.onCondition(line, condition)),
    clicks(options),
    EditorView.updateListener.of(({ docChanged, startState, state, transactions }) => {
      const isGiven = transactions.some(({ effects }) =>
        effects.some((each) => each.is(setBreakpoints)),
      );
      const list = shownBreakpoints(state);
      if (docChanged && !isGiven && !isSame(list, shownBreakpoints(startState))) {
        options.onBreakpointsMoved(list);
      }
    }),
  ];
}

export function shownBreakpoints(state: EditorState): readonly Breakpoint[] {
  return state.field(breakpointsField, false)?.list ?? [];
}

export function showBreakpoints(view: EditorView, list: readonly Breakpoint[]): void {
  if (!isSame(shownBreakpoints(view.state), list)) {
    view.dispatch({ effects: setBreakpoints.of(list) });
  }
}

/** F9 sets or removes a breakpoint at the cursor; Shift+F9 asks for its condition. */
export function breakpointKeys(options: BreakpointOptions): readonly KeyBinding[] {
  return [
    {
      key: 'F9',
      run: (view) => toggle(view, cursorLine(view), options),
      shift: (view) => openCondition(view, cursorLine(view)),
      preventDefault: true,
      stopPropagation: true,
    },
  ];
}

/** One-based. */
export function cursorLine({ state }: EditorView): number {
  return state.doc.lineAt(state.selection.main.head).number;
}

/** Asks for the condition of the line's breakpoint, which may not exist yet. */
export function openCondition(view: EditorView, line: number): boolean {
  if (line < 1 || line > view.state.doc.lines) return false;
  const found = shownBreakpoints(view.state).find((each) => each.line === line);
  editCondition(view, line, found?.condition ?? '');
  return true;
}

function toggle(view: EditorView, line: number, options: BreakpointOptions): boolean {
  options.onToggleBreakpoint(line);
  const isSet = shownBreakpoints(view.state).some((each) => each.line === line);
  const change = isSet ? 'Set a breakpoint on' : 'Removed the breakpoint from';
  view.dispatch({ effects: EditorView.announce.of(`${change} line ${line}.`) });
  return true;
}

/**
 * Drops breakpoints whose line was deleted, and keeps one where several end up on the same line.
 */
function moved(
  list: readonly Breakpoint[],
  before: Text,
  changes: ChangeDesc,
  after: Text,
): readonly Breakpoint[] {
  const byLine = new Map<number, Breakpoint>();
  for (const breakpoint of list) {
    const line = movedLine(breakpoint.line, before, changes, after);
    if (line !== null && !byLine.has(line)) byLine.set(line, { ...breakpoint, line });
  }
  return [...byLine.values()];
}

function drawn(given: readonly Breakpoint[], doc: Text): Breakpoints {
  const list = given.toSorted((one, other) => one.line - other.line);
  const inside = list.filter(({ line }) => line >= 1 && line <= doc.lines);
  const markers = inside.map((each) => new BreakpointMarker(each).range(doc.line(each.line).from));
  return { list, markers: RangeSet.of(markers) };
}

function isSame(some: readonly Breakpoint[], others: readonly Breakpoint[]): boolean {
  const keys = (list: readonly Breakpoint[]) =>
    list.map(({ path, line, condition }) => `${path} ${line} ${condition ?? ''}`).toSorted();
  return some === others || keys(some).join('\n') === keys(others).join('\n');
}

class BreakpointMarker extends GutterMarker {
  readonly breakpoint: Breakpoint;

  constructor(breakpoint: Breakpoint) {
    super();
    this.breakpoint = breakpoint;
  }

  override eq({ breakpoint: { line, condition } }: BreakpointMarker): boolean {
    return line === this.breakpoint.line && condition === this.breakpoint.condition;
  }

  override toDOM(): Node {
    const { line, condition } = this.breakpoint;
    const mark = document.createElement('span');
    mark.className = condition === null ? 'cm-breakpoint' : 'cm-breakpoint cm-breakpoint-if';
    mark.textContent = String(line);
    mark.role = 'img';
    mark.ariaLabel = `Breakpoint on line ${line}`;
    mark.title = condition === null ? mark.ariaLabel : `${mark.ariaLabel} if ${condition}`;
    return mark;
  }
}

/**
 * Clicking a line number sets or removes a breakpoint. Shift-click and right-click ask for its
 * condition, and Alt-click paints the line's value.
 */
function clicks(options: BreakpointOptions): Extension {
  return lineNumbers({
    domEventHandlers: {
      mousedown(view, block, event) {
        if (!(event instanceof MouseEvent) || event.button !== 0) return false;
        event.preventDefault();
        const line = view.state.doc.lineAt(block.from).number;
        if (event.altKey) {
          options.onPaint(line);
          return true;
        }
        return event.shiftKey ? openCondition(view, line) : toggle(view, line, options);
      },
      contextmenu(view, block, event) {
        event.preventDefault();
        return openCondition(view, view.state.doc.lineAt(block.from).number);
      },
    },
  });
}

/** Accepts a condition, or null for none. Returns what is wrong with it, or null if nothing is. */
type TakeCondition = (line: number, condition: string | null) => string | null;

interface EditedCondition {
  readonly line: number;
  readonly position: number;
  readonly text: string;
}

const setEdited = StateEffect.define<EditedCondition | null>();

function editCondition(view: EditorView, line: number, text: string): void {
  const position = view.state.doc.line(line).from;
  const effects = [
    setEdited.of({ line, position, text }),
    EditorView.scrollIntoView(position, { yMargin: 80 }),
  ];
  view.dispatch({ effects });
}

/** A dialog below the breakpoint's line. */
function conditionDialog(take: TakeCondition): Extension {
  const create = (edited: EditedCondition) => (view: EditorView) =>
    createDialog(edited, take, (isFocusWanted) => {
      // Removing the dialog blurs it, which calls this a second time.
      if (!view.state.field(field, false)) return;
      view.dispatch({ effects: setEdited.of(null) });
      if (isFocusWanted) view.focus();
    });
  const field = StateField.define<Tooltip | null>({
    create: () => null,
    update(tooltip, { effects, docChanged }) {
      const newest = effects.findLast((effect) => effect.is(setEdited));
      // After an edit, the line may be a different one.
      if (!newest) return docChanged ? null : tooltip;
      const edited = newest.value;
      return edited && { pos: edited.position, above: false, create: create(edited) };
    },
    provide: (self) => showTooltip.from(self),
  });
  return field;
}

function createDialog(
  { line, text }: EditedCondition,
  take: TakeCondition,
  close: (isFocusWanted: boolean) => void,
): TooltipView {
  const dom = document.createElement('form');
  dom.className = 'cm-breakpoint-condition';
  dom.setAttribute('role', 'dialog');
  dom.ariaLabel = `Condition of the breakpoint on line ${line}`;
  const input = createInput(text);
  const problem = document.createElement('p');
  problem.setAttribute('role', 'alert');
  const save = document.createElement('button');
  save.textContent = 'Save';
  dom.append(input, save, problem);
  dom.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = take(line, input.value.trim() || null);
    if (wrong === null) return close(true);
    problem.textContent = wrong;
    input.ariaInvalid = 'true';
  });
  dom.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close(true);
    // Let the page's keys through, such as F5.
    else if (event.key.length > 1) return;
    event.stopPropagation();
  });
  dom.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && dom.contains(relatedTarget))) close(false);
  });
  const mount = () => {
    input.focus({ preventScroll: true });
    input.select();
  };
  return { dom, mount };
}

function createInput(text: string): HTMLInputElement {
  const input = document.createElement('input');
  input.value = text;
  input.placeholder = 'k > 3 && d < 0.1';
  input.spellcheck = false;
  input.autocomplete = 'off';
  input.ariaLabel = 'Condition';
  return input;
}

/** Where a line's text starts after the changes, as a line number; null if the text was deleted. */
export function movedLine(
  line: number,
  before: Text,
  changes: ChangeDesc,
  after: Text,
): number | null {
  if (line < 1 || line > before.lines) return null;
  const { from, to } = before.line(line);
  // An empty line has no text to track, only a position.
  const start = changes.mapPos(from, 1, from < to ? MapMode.Simple : MapMode.TrackDel);
  if (start === null || (from < to && changes.mapPos(to, -1) <= start)) return null;
  return after.lineAt(start).number;
}

/** A single change that turns `before` into `after`, between their common prefix and suffix. */
export function differenceOf(before: Text, after: Text): ChangeDesc {
  if (before.eq(after)) return ChangeSet.empty(before.length).desc;
  const one = before.toString();
  const other = after.toString();
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const change = {
    from: start,
    to: one.length - end,
    insert: other.slice(start, other.length - end),
  };
  return ChangeSet.of(change, one.length).desc;
}
