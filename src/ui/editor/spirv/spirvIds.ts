import { type Extension, StateEffect, StateField, type Text } from '@codemirror/state';
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
import { highlightCode } from '@lezer/highlight';
import { brief } from '#core/util/text.ts';
import { language as spirvLanguage } from '#ui/editor/grammars/targets/spirv.ts';
import { codeHighlight } from '#ui/editor/theme.ts';

/** The occurrences of an id such as `%float`, as character offsets in the text. */
interface IdEntry {
  /** Where the id is defined (before `=`); null if it is not. */
  readonly definition: number | null;
  /** All occurrences in text order, including its definition, `OpName` and decorations. */
  readonly places: readonly number[];
  /** The name that `OpName` gives the id; null if there is none. */
  readonly name: string | null;
}

type IdIndex = ReadonlyMap<string, IdEntry>;

interface Building {
  definition: number | null;
  places: number[];
  name: string | null;
}

const QUOTE = 34;
const PERCENT = 37;
const SEMICOLON = 59;
const EQUALS = 61;
const SPACE = 32;
const BACKSLASH = 92;

/** Finds all ids of SPIR-V assembly outside comments and strings. */
export function createIdIndexer(text: string) {
  const index = new Map<string, Building>();
  let named: Building | null = null;
  let at = 0;
  return {
    /** Reads about this many more characters; returns the index once it is complete, else null. */
    advance(characters: number): IdIndex | null {
      const stop = Math.min(at + characters, text.length);
      while (at < stop) {
        const code = text.charCodeAt(at);
        if (code === PERCENT) {
          const end = endOfId(text, at + 1);
          const entry = entryOf(index, text.slice(at, end));
          entry.places.push(at);
          if (isAssigned(text, end)) entry.definition ??= at;
          named = text.startsWith('OpName ', at - 7) ? entry : null;
          at = end;
        } else if (code === QUOTE) {
          const end = endOfString(text, at + 1);
          if (named) named.name ??= unquote(text.slice(at, end));
          named = null;
          at = end;
        } else if (code === SEMICOLON) {
          const end = text.indexOf('\n', at);
          at = end < 0 ? text.length : end;
        } else {
          at += 1;
        }
      }
      return at < text.length ? null : index;
    },
  };
}

export function indexIds(text: string): IdIndex {
  return createIdIndexer(text).advance(text.length) ?? new Map();
}

function entryOf(index: Map<string, Building>, id: string): Building {
  const known = index.get(id);
  if (known) return known;
  const entry = { definition: null, places: [], name: null };
  index.set(id, entry);
  return entry;
}

function endOfId(text: string, start: number): number {
  let at = start;
  while (isWordCode(text.charCodeAt(at))) at += 1;
  return at;
}

function isWordCode(code: number): boolean {
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    (code >= 97 && code <= 122)
  );
}

function isAssigned(text: string, end: number): boolean {
  let at = end;
  while (text.charCodeAt(at) === SPACE) at += 1;
  return text.charCodeAt(at) === EQUALS;
}

/** The offset after the closing quote, or the end of the text. */
function endOfString(text: string, start: number): number {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) {
    at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  }
  return Math.min(at + 1, text.length);
}

function unquote(quoted: string): string {
  return quoted.slice(1, quoted.endsWith('"') ? -1 : undefined).replace(/\\([\s\S])/g, '$1');
}

/** The uses of the id, without its definition, names and decorations. */
export function usesOf(entry: IdEntry, text: string): number[] {
  return entry.places.filter((place) => {
    if (place === entry.definition) return false;
    const line = text.slice(text.lastIndexOf('\n', place) + 1, place);
    return !/^\s*Op(?:Member)?(?:Name|Decorate)\w*\s+$/.test(line);
  });
}

/** The id around or ending at the column; null if there is none. */
export function idAt(index: IdIndex, line: string, column: number, lineStart: number): IdAt | null {
  for (const match of line.matchAll(/%\w+/g)) {
    const [id] = match;
    if (match.index > column) return null;
    if (match.index + id.length < column) continue;
    const entry = index.get(id);
    // In comments and strings, it is not an id.
    if (!entry?.places.includes(lineStart + match.index)) return null;
    return { id, entry, from: lineStart + match.index };
  }
  return null;
}

interface IdAt {
  readonly id: string;
  readonly entry: IdEntry;
  readonly from: number;
}

/** Maximum number of characters shown of an instruction: constants and strings can be very long. */
const LONGEST = 400;

interface IdDescription {
  readonly instruction: string | null;
  /** A short summary: the id's name, its line and how often it is used. */
  readonly facts: string;
}

function describeId({ id, entry }: IdAt, doc: Text): IdDescription {
  const uses = usesOf(entry, doc.toString()).length;
  const line = entry.definition === null ? null : doc.lineAt(entry.definition);
  const facts = [
    entry.name === null ? null : `“${entry.name}”`,
    line ? `line ${line.number.toLocaleString('en')}` : `${id} is not defined here`,
    uses === 1 ? '1 use' : `${uses.toLocaleString('en')} uses`,
  ];
  return {
    instruction: line && brief(line.text.trim(), LONGEST),
    facts: facts.filter((fact) => fact !== null).join(' · '),
  };
}

function renderId({ instruction, facts }: IdDescription): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'cm-id-description';
  if (instruction !== null) {
    const code = dom.appendChild(document.createElement('code'));
    const put = (text: string, classes: string) => {
      const span = code.appendChild(document.createElement('span'));
      span.className = classes;
      span.textContent = text;
    };
    const tree = spirvLanguage.parser.parse(instruction);
    highlightCode(instruction, tree, codeHighlight, put, () => put('\n', ''));
  }
  dom.appendChild(document.createElement('p')).textContent = facts;
  return dom;
}

/** Number of characters indexed without a break: about 5 ms on a slow computer. */
const SLICE = 100_000;

const indexed = StateEffect.define<null>();

const mark = Decoration.mark({ class: 'cm-id-occurrence' });

/** Indexes the text in slices on first need, and marks the occurrences of the id at the cursor. */
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

  /** Resolves to null if the view has another text by then. */
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

/** Calls `use` with the id at the place, once the index is complete. */
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

/** Searches only the line, because a click cannot wait for the index. */
function isOnId({ state }: EditorView, pos: number): boolean {
  const { text, from } = state.doc.lineAt(pos);
  return [...text.matchAll(/%\w+/g)].some(
    ({ index, 0: id }) => from + index <= pos && pos <= from + index + id.length,
  );
}

/** Goes to the next occurrence, or from the last to the first. */
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

/** The tooltip opened by keyboard; moving the cursor hides it. */
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
  // A tooltip opened by keyboard is the only one.
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
 * Navigation of SPIR-V ids. Hovering or Alt+F12 describes an id, F12 or Ctrl+click (Cmd+click on a
 * Mac) goes to its definition, Shift+F12 to its next occurrence.
 */
export const spirvIds: Extension = [
  ids,
  // Shows where a jump has led.
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
      // Leave clicks outside ids to other handlers.
      if (pos === null || !isOnId(view, pos)) return false;
      view.dispatch({ selection: { anchor: pos } });
      view.focus();
      return goToDefinition(view);
    },
  }),
];
