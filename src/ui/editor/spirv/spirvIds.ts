import { type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  type Command,
  closeHoverTooltips,
  Decoration,
  type DecorationSet,
  EditorView,
  hasHoverTooltips,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import { describeId, renderId } from './describeId.ts';
import { createIdIndexer, type IdAt, type IdIndex, idAt } from './idIndex.ts';

/** Characters that are indexed without a break: about 5 ms on a slow computer. */
const SLICE = 100_000;

const indexed = StateEffect.define<null>();

const mark = Decoration.mark({ class: 'cm-id-occurrence' });

/** Indexes the text in pieces, once it is wanted, and marks where the id at the cursor occurs. */
class Ids {
  marks: DecorationSet = Decoration.none;
  private index: IdIndex | null = null;
  private work: Promise<IdIndex | null> | null = null;
  private disposed = false;
  private readonly view: EditorView;

  constructor(view: EditorView) {
    this.view = view;
  }

  update({ view, selectionSet, viewportChanged, transactions, focusChanged }: ViewUpdate): void {
    const isIndexed = transactions.some(({ effects }) => effects.some((each) => each.is(indexed)));
    if (!selectionSet && !viewportChanged && !isIndexed && !focusChanged) return;
    if (!this.index) void this.whenIndexed();
    this.marks = this.index ? markOccurrences(view, this.index) : Decoration.none;
  }

  destroy(): void {
    this.disposed = true;
  }

  /** Null if the text has been replaced meanwhile. */
  whenIndexed(): Promise<IdIndex | null> {
    this.work ??= this.buildIndex();
    return this.work;
  }

  private async buildIndex(): Promise<IdIndex | null> {
    const indexer = createIdIndexer(this.view.state.doc.toString());
    while (!this.disposed) {
      this.index = indexer.advance(SLICE);
      await new Promise((resolve) => setTimeout(resolve));
      if (!this.index || this.disposed) continue;
      this.view.dispatch({ effects: indexed.of(null) });
      return this.index;
    }
    return null;
  }
}

const ids = ViewPlugin.fromClass(Ids, { decorations: ({ marks }) => marks });

function markOccurrences(view: EditorView, index: IdIndex): DecorationSet {
  const found = findId(view, index, view.state.selection.main.head);
  if (!found) return Decoration.none;
  const { id, entry } = found;
  const { from, to } = view.viewport;
  const places = entry.places.filter((place) => place >= from && place + id.length <= to);
  return Decoration.set(places.map((place) => mark.range(place, place + id.length)));
}

function findId(view: EditorView, index: IdIndex, pos: number): IdAt | null {
  const line = view.state.doc.lineAt(pos);
  return idAt(index, line.text, pos - line.from, line.from);
}

/** Calls `use` with the id at the place, once all ids are known. */
function withId(view: EditorView, pos: number, use: (id: IdAt) => void): void {
  const { doc } = view.state;
  void view
    .plugin(ids)
    ?.whenIndexed()
    .then((index) => {
      if (!index || view.state.doc !== doc) return;
      const found = findId(view, index, pos);
      if (found) use(found);
    });
}

function select(view: EditorView, { id, entry }: IdAt, place: number): void {
  const line = view.state.doc.lineAt(place);
  const what = place === entry.definition ? 'Definition' : 'Use';
  view.dispatch({
    selection: { anchor: place, head: place + id.length },
    effects: [
      EditorView.scrollIntoView(place, { y: 'center' }),
      EditorView.announce.of(`${what} in line ${line.number}: ${line.text.trim()}`),
    ],
    userEvent: 'select.definition',
  });
  view.focus();
}

const atCursor =
  (use: (view: EditorView, id: IdAt) => void): Command =>
  (view) => {
    withId(view, view.state.selection.main.head, (id) => use(view, id));
    return true;
  };

const goToDefinition = atCursor((view, id) => {
  if (id.entry.definition !== null) select(view, id, id.entry.definition);
});

/** Found in the line alone, because a click cannot wait for the index. */
function isOnId({ state }: EditorView, pos: number): boolean {
  const { text, from } = state.doc.lineAt(pos);
  return [...text.matchAll(/%\w+/g)].some(
    ({ index, 0: id }) => from + index <= pos && pos <= from + index + id.length,
  );
}

/** The next place in the text, or the first one behind the last. */
const goToNextOccurrence = atCursor((view, id) => {
  const { places } = id.entry;
  const next = places.find((place) => place > id.from) ?? places[0];
  if (next !== undefined) select(view, id, next);
});

function tooltipOf(view: EditorView, found: IdAt): Tooltip {
  const description = describeId(found, view.state.doc);
  return {
    pos: found.from,
    end: found.from + found.id.length,
    above: true,
    create: () => ({ dom: renderId(description) }),
  };
}

const setTooltip = StateEffect.define<Tooltip | null>();

/** The tooltip that was asked for by keyboard; moving the cursor hides it. */
const askedTooltip = StateField.define<Tooltip | null>({
  create: () => null,
  update(tooltip, { effects, selection }) {
    const newest = effects.findLast((effect) => effect.is(setTooltip));
    if (newest) return newest.value;
    return selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

const hover = hoverTooltip(async (view, pos) => {
  const { doc } = view.state;
  const index = await view.plugin(ids)?.whenIndexed();
  if (!index || view.state.doc !== doc) return null;
  // What was asked for by keyboard stands alone.
  if (view.state.field(askedTooltip) !== null) return null;
  const found = findId(view, index, pos);
  return found && tooltipOf(view, found);
});

const showDescription = atCursor((view, found) => {
  const { instruction, facts } = describeId(found, view.state.doc);
  view.dispatch({
    effects: [
      closeHoverTooltips,
      setTooltip.of(tooltipOf(view, found)),
      EditorView.announce.of([instruction, facts].filter(Boolean).join('. ')),
    ],
  });
});

const hideDescription: Command = (view) => {
  if (view.state.field(askedTooltip) === null && !hasHoverTooltips(view.state)) return false;
  view.dispatch({ effects: [closeHoverTooltips, setTooltip.of(null)] });
  return true;
};

const appearance = EditorView.theme({
  '&:not(.cm-focused) .cm-activeLine': { backgroundColor: 'transparent' },
  '.cm-id-occurrence': { backgroundColor: 'var(--selection)', borderRadius: '2px' },
  '.cm-id-description': { maxWidth: '44em', padding: '4px 10px' },
  '.cm-id-description code': {
    fontFamily: 'var(--font-code)',
    fontSize: '0.75rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
  '.cm-id-description p': { margin: '2px 0 0', color: 'var(--text-quiet)', fontSize: '0.75rem' },
});

/**
 * Ids of SPIR-V assembly: the pointer or Alt+F12 shows what one is, F12 or a click with Ctrl (Cmd on a
 * Mac) leads to its definition, Shift+F12 to the next place where it stands.
 */
export const spirvIds: Extension = [
  ids,
  // It shows where a jump has led.
  highlightActiveLine(),
  hover,
  askedTooltip,
  appearance,
  keymap.of([
    { key: 'F12', run: goToDefinition, shift: goToNextOccurrence, preventDefault: true },
    { key: 'Alt-F12', run: showDescription, preventDefault: true },
    { key: 'Escape', run: hideDescription },
  ]),
  EditorView.domEventHandlers({
    mousedown(event, view) {
      const isJump = event.button === 0 && (event.ctrlKey || event.metaKey) && !event.altKey;
      const pos = isJump ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
      // Beside an id, the click belongs to others.
      if (pos === null || !isOnId(view, pos)) return false;
      view.dispatch({ selection: { anchor: pos } });
      view.focus();
      return goToDefinition(view);
    },
  }),
];
