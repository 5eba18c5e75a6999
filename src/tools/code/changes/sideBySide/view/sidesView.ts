import { defaultKeymap } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { search, searchPanelOpen } from '@codemirror/search';
import {
  EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  lineNumbers,
  WidgetType,
} from '@codemirror/view';
import { PRELUDE, type SideRows, SPACER } from '#core/output/alignment.ts';
import { TARGETS } from '#core/output/compileTarget.ts';
import type { Dispose } from '#core/util/disposer.ts';
import { once } from '#core/util/once.ts';
import { type ShownOutputs, SIDES, type SideName } from '#tools/code/changes/sideBySide/state.ts';
import { type CodeLanguage, codeLanguage } from '#ui/editor/codeLanguages.ts';
import { readOnlyCode } from '#ui/editor/readOnlyCode.ts';
import { replaceState } from '#ui/editor/replaceState.ts';
import { searchKeys } from '#ui/editor/searchKeys.ts';

/** Two outputs that scroll together. Pointing at a line highlights the related lines in both. */
export type SidesView = ReturnType<typeof createSidesView>;

interface SidesViewOptions {
  readonly parents: Readonly<Record<SideName, HTMLElement>>;
  readonly labels: Readonly<Record<SideName, string>>;
  readonly onShowPrelude: (side: SideName) => void;
}

interface ShownSide {
  readonly code: string;
  readonly rows: SideRows;
  /** Computed on first use. */
  readonly byKey: () => ReadonlyMap<number, readonly number[]>;
}

type ShownSides = Readonly<Record<SideName, ShownSide | null>>;

const NOTHING: ShownSides = { left: null, right: null };

export function createSidesView({ parents, labels, onShowPrelude }: SidesViewOptions) {
  let sides = NOTHING;
  let pointed: string | null = null;
  const point = (side: SideName, row: number | null) => {
    const key = row === null ? 0 : (sides[side]?.rows.keys[row] ?? 0);
    const next = row === null || key === 0 ? null : `${side} ${row}`;
    if (next === pointed) return;
    pointed = next;
    for (const name of SIDES) {
      const rows = sides[name]?.byKey().get(key) ?? [];
      views[name].light({ rows, origin: name === side ? row : null });
    }
  };
  const create = (name: SideName) =>
    createSideView(parents[name], labels[name], {
      onPoint: (row) => point(name, row),
      onShowPrelude: () => onShowPrelude(name),
    });
  const views = { left: create('left'), right: create('right') };
  const stopScrolling = scrollTogether(views.left.scroller, views.right.scroller);
  return {
    show(shown: ShownOutputs | null) {
      const before = sides;
      sides = shown ? readSides(shown) : NOTHING;
      pointed = null;
      const place = SIDES.map((name) => keptPlace(views[name], name, before, sides)).find(
        (each) => each !== null,
      );
      for (const name of SIDES) views[name].show(contentOf(sides[name], shown, name));
      if (place) views[place.name].scrollToRow(place.row);
    },
    dispose() {
      stopScrolling();
      for (const name of SIDES) views[name].dispose();
    },
  };
}

function readSides({ alignment, ...codes }: ShownOutputs): ShownSides {
  const read = (name: SideName): ShownSide | null => {
    const code = codes[name]?.code;
    const rows = alignment[name];
    return code === undefined || !rows ? null : { code, rows, byKey: once(() => rowsByKey(rows)) };
  };
  return { left: read('left'), right: read('right') };
}

function contentOf(side: ShownSide | null, shown: ShownOutputs | null, name: SideName) {
  const compiled = shown?.[name];
  if (!side || !compiled || !shown) return null;
  return {
    rows: side.rows,
    code: side.code,
    language: TARGETS[compiled.request.target].language,
    change: changeOf(shown, name),
  };
}

function changeOf({ left, right, older }: ShownOutputs, name: SideName): RowChange | null {
  if (!left || !right || older === null) return null;
  return older === name ? 'removed' : 'added';
}

interface Place {
  readonly name: SideName;
  readonly row: number;
}

/**
 * The first visible line's row in the next rows. Null if the code differs, or the view is at the
 * top.
 */
function keptPlace(
  view: SideView,
  name: SideName,
  before: ShownSides,
  after: ShownSides,
): Place | null {
  const old = before[name];
  const next = after[name];
  const first = view.firstRow();
  if (first === 0 || !old || old.code !== next?.code) return null;
  const line = old.rows.lines.slice(first).find((each) => each > SPACER);
  const row = next.rows.lines.indexOf(line ?? SPACER);
  return line === undefined || row < 0 ? null : { name, row };
}

export type Scroller = Pick<HTMLElement, 'scrollTop' | 'addEventListener' | 'removeEventListener'>;

/**
 * Keeps two elements of equal content height at the same scroll position. Ignores events that only
 * echo a position set here: an animated scroll has moved on by then, and would jump back.
 */
export function scrollTogether(one: Scroller, other: Scroller): Dispose {
  const known = new Map<Scroller, number>();
  const follow = (leader: Scroller, follower: Scroller): Dispose => {
    const onScroll = () => {
      const position = leader.scrollTop;
      if (known.get(leader) === position) return;
      known.set(leader, position);
      if (follower.scrollTop === position) return;
      follower.scrollTop = position;
      // The follower may stop short of it.
      known.set(follower, follower.scrollTop);
    };
    leader.addEventListener('scroll', onScroll);
    return () => leader.removeEventListener('scroll', onScroll);
  };
  const disposals = [follow(one, other), follow(other, one)];
  return () => {
    for (const dispose of disposals) dispose();
  };
}

interface SideContent {
  readonly rows: SideRows;
  readonly code: string;
  readonly language: CodeLanguage;
  /** How to mark rows that have no equal row on the other side. */
  readonly change: RowChange | null;
}

interface SideViewEvents {
  /**
   * Called with the row under the pointer, or the cursor's row after it moves; null if there is
   * none.
   */
  onPoint(row: number | null): void;
  onShowPrelude(): void;
}

/** One output: read-only rows of equal height. */
type SideView = ReturnType<typeof createSideView>;

const appearance = EditorView.theme({
  // Always show the scroll bar, so that both sides have the same height.
  '.cm-scroller': { overflowX: 'scroll', overscrollBehavior: 'contain' },
});

function createSideView(parent: HTMLElement, label: string, events: SideViewEvents) {
  const view = new EditorView({ parent });
  const general = basics(label, events);
  keepEscape(view);
  return {
    scroller: view.scrollDOM,
    show(content: SideContent | null) {
      const doc = content?.rows.text ?? '';
      const extensions = content ? [partsOf(content, events), general] : general;
      // Create a new state: in the old one, replacing a long text would diff old and new
      // decorations.
      replaceState(view, EditorState.create({ doc, extensions }));
    },
    light: (rows: LitRows) => view.dispatch({ effects: setLitRows.of(rows) }),
    /** The first visible row; 0 at the top. */
    firstRow(): number {
      const { scrollTop } = view.scrollDOM;
      if (scrollTop === 0) return 0;
      const { from } = view.lineBlockAtHeight(scrollTop - view.documentPadding.top);
      return view.state.doc.lineAt(from).number - 1;
    },
    scrollToRow(row: number) {
      const { from } = view.state.doc.line(row + 1);
      const effects = EditorView.scrollIntoView(from, { y: 'start', yMargin: 0, x: 'nearest' });
      view.dispatch({ effects });
    },
    dispose: () => view.destroy(),
  };
}

function basics(label: string, { onPoint }: SideViewEvents): Extension {
  return [
    bracketMatching(),
    search(),
    // Omit “Go to line”: row numbers differ from the line numbers shown.
    keymap.of([...defaultKeymap, ...searchKeys]),
    readOnlyCode(label),
    appearance,
    lit,
    pointing(onPoint),
  ];
}

function partsOf(content: SideContent, { onShowPrelude }: SideViewEvents): Extension {
  const { rows, language, change } = content;
  return [
    codeLanguage(language),
    lineNumbers({ formatNumber: (number) => numberOfRow(rows, number - 1) }),
    rowMarks(rows, { change, onShowPrelude }),
    EditorView.clipboardOutputFilter.of((text, state) => copiedCode(content, state) ?? text),
  ];
}

/** The original code of the selection; null if nothing is selected, so that the line is copied. */
function copiedCode({ rows, code }: SideContent, { doc, selection }: EditorState): string | null {
  const { from, to, empty } = selection.main;
  if (empty) return null;
  const placeOf = (position: number) => {
    const line = doc.lineAt(position);
    return { row: line.number - 1, column: position - line.from };
  };
  return codeBetween(rows, code, placeOf(from), placeOf(to));
}

/** Escape closes the search panel if it is open. Otherwise it reaches the dialog. */
function keepEscape(view: EditorView): void {
  let closesSearch = false;
  const before = ({ key }: KeyboardEvent) => {
    closesSearch = key === 'Escape' && searchPanelOpen(view.state);
  };
  view.dom.addEventListener('keydown', before, { capture: true });
  view.dom.addEventListener('keydown', (event) => {
    if (closesSearch) event.stopPropagation();
  });
}

/**
 * Reports the row under the pointer, and the cursor's row when it moves; null when there is none.
 */
function pointing(onPoint: (row: number | null) => void): Extension {
  const rowAt = (view: EditorView, position: number) => view.state.doc.lineAt(position).number - 1;
  return [
    EditorView.domEventHandlers({
      // Fires once per element, and needs no layout.
      mouseover({ target }, view) {
        const line = target instanceof Element ? target.closest('.cm-line') : null;
        onPoint(line ? rowAt(view, view.posAtDOM(line)) : null);
        return false;
      },
      mouseleave() {
        onPoint(null);
        return false;
      },
    }),
    EditorView.updateListener.of(({ selectionSet, view }) => {
      if (selectionSet && view.hasFocus) onPoint(rowAt(view, view.state.selection.main.head));
    }),
  ];
}

/** Maps each key except 0 to its zero-based rows. */
export function rowsByKey({ keys }: SideRows): ReadonlyMap<number, readonly number[]> {
  const rows = new Map<number, number[]>();
  for (const [row, key] of keys.entries()) {
    if (key === 0) continue;
    const same = rows.get(key);
    if (same) same.push(row);
    else rows.set(key, [row]);
  }
  return rows;
}

/** The line number beside a row; empty if the row has no line of code. */
export function numberOfRow({ lines }: SideRows, row: number): string {
  // For a row past the end, the editor wants the widest number.
  const line = row < lines.length ? lines[row] : lines.findLast((each) => each > SPACER);
  return line !== undefined && line > SPACER ? String(line) : '';
}

/** Zero-based. */
interface RowPlace {
  readonly row: number;
  readonly column: number;
}

/** The compiler's original text between two places, including folded lines. */
export function codeBetween(
  { lines }: SideRows,
  code: string,
  from: RowPlace,
  to: RowPlace,
): string {
  const isSpacer = (row: number) => (lines[row] ?? SPACER) === SPACER;
  let first = from.row;
  while (first <= to.row && isSpacer(first)) first += 1;
  let last = to.row;
  while (last >= first && isSpacer(last)) last -= 1;
  const end = lines[last] ?? SPACER;
  if (last < first || end === PRELUDE) return '';
  // Folded lines can only be at the start.
  const start = Math.max(1, lines[first] ?? 1);
  const texts = code.split('\n').slice(start - 1, end);
  const lastText = texts.length - 1;
  if (last === to.row) texts[lastText] = (texts[lastText] ?? '').slice(0, to.column);
  if (first === from.row) texts[0] = (texts[0] ?? '').slice(from.column);
  return texts.join('\n');
}

const SPACED = Decoration.line({ class: 'cm-side-spacer', attributes: { 'aria-hidden': 'true' } });

type RowChange = 'added' | 'removed';

// Roles, so that screen readers announce what the colours show.
const CHANGES: Readonly<Record<RowChange, Decoration>> = {
  added: Decoration.line({ class: 'cm-side-added', attributes: { role: 'insertion' } }),
  removed: Decoration.line({ class: 'cm-side-removed', attributes: { role: 'deletion' } }),
};

class PreludeWidget extends WidgetType {
  readonly count: number;
  readonly show: () => void;

  constructor(count: number, show: () => void) {
    super();
    this.count = count;
    this.show = show;
  }

  override eq(other: PreludeWidget): boolean {
    return other.count === this.count;
  }

  override toDOM(): HTMLElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-side-prelude';
    button.textContent = `${this.count.toLocaleString('en')} lines of prelude`;
    button.title = 'Show these lines';
    button.addEventListener('click', this.show);
    return button;
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

const markAppearance = EditorView.theme({
  '.cm-side-spacer': { backgroundColor: 'var(--surface-raised)' },
  '.cm-side-added, .cm-side-removed': { boxShadow: 'inset 3px 0 0 var(--border-strong)' },
  '.cm-side-added': { backgroundColor: 'var(--added)' },
  '.cm-side-removed': { backgroundColor: 'var(--removed)' },
  '.cm-side-prelude': {
    padding: '0 8px',
    border: '0',
    borderRadius: 'var(--radius)',
    background: 'var(--surface-raised)',
    color: 'var(--text-quiet)',
    font: 'inherit',
    lineHeight: 'inherit',
    cursor: 'pointer',
  },
  '@media (forced-colors: active)': { '.cm-side-prelude': { textDecoration: 'underline' } },
});

interface RowMarks {
  /** How to mark rows without a key. */
  readonly change: RowChange | null;
  readonly onShowPrelude: () => void;
}

/**
 * Spacers, changed lines, and the button that replaces a long prelude. Constant for a given text.
 */
function rowMarks(rows: SideRows, marks: RowMarks): Extension {
  return [markAppearance, EditorView.decorations.of(build(rows, marks))];
}

function build(
  { text, lines, keys, prelude }: SideRows,
  { change, onShowPrelude }: RowMarks,
): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  let from = 0;
  for (const [row, line] of lines.entries()) {
    const lineBreak = text.indexOf('\n', from);
    const to = lineBreak < 0 ? text.length : lineBreak;
    if (line === SPACER) builder.add(from, from, SPACED);
    else if (line === PRELUDE) {
      const widget = new PreludeWidget(prelude, onShowPrelude);
      builder.add(from, from, Decoration.widget({ widget }));
    } else if (change && keys[row] === 0 && text.slice(from, to).trim() !== '') {
      builder.add(from, from, CHANGES[change]);
    }
    from = to + 1;
  }
  return builder.finish();
}

/** The zero-based rows that belong together, and the pointed row if it is on this side. */
interface LitRows {
  readonly rows: readonly number[];
  readonly origin: number | null;
}

const setLitRows = StateEffect.define<LitRows>();

const LINKED = Decoration.line({ class: 'cm-linked-line' });
const ORIGIN = Decoration.line({ class: 'cm-linked-line cm-linked-origin' });

const litRows = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { effects, state: { doc } }) {
    const lit = effects.findLast((effect) => effect.is(setLitRows));
    if (!lit) return before;
    const { rows, origin } = lit.value;
    const lines = rows.map((row) =>
      (row === origin ? ORIGIN : LINKED).range(doc.line(row + 1).from),
    );
    return Decoration.set(lines);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const litAppearance = EditorView.theme({
  '.cm-linked-line': { backgroundColor: 'var(--selection)' },
  '.cm-linked-origin': { boxShadow: 'inset 3px 0 0 var(--accent)' },
  '@media (forced-colors: active)': {
    '.cm-linked-line': { outline: '1px solid Highlight', outlineOffset: '-1px' },
  },
});

const lit = [litRows, litAppearance];
