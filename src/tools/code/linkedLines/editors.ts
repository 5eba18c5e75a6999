import {
  type EditorState,
  type Extension,
  Prec,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  keymap,
  lineNumbers,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { LinkedRange } from '#tools/code/linkedLines/links/linkedTo.ts';
import { GO_TO_LINKED } from '#ui/shortcuts.ts';

/** The lines that an editor highlights: one-based, numbered as in the compiled text. */
export interface LitLines {
  /** In order. */
  readonly lines: readonly number[];
  /** Parts of these lines. */
  readonly ranges: readonly LinkedRange[];
  /** The line with the pointer or the cursor. */
  readonly origin: number | null;
  readonly isApproximate: boolean;
  /** Tooltip of the origin, or of all lines if there is no origin. */
  readonly hint: string | null;
}

/** The current number of a compiled line in a state; 0 if the line is gone. */
type CurrentLine = (state: EditorState, compiled: number) => number;

const NOTHING_LIT: LitLines = {
  ...{ lines: [], ranges: [] },
  origin: null,
  isApproximate: false,
  hint: null,
};

const setLit = StateEffect.define<LitLines>();

const litField = StateField.define<LitLines>({
  create: () => NOTHING_LIT,
  update: (lit, { effects }) => effects.findLast((effect) => effect.is(setLit))?.value ?? lit,
});

/** Highlights lines. Only visible lines cost time. */
export function litLines(currentLine: CurrentLine): Extension {
  return [
    litField,
    ViewPlugin.define((view) => new LitView(view, currentLine), {
      decorations: ({ decorations }) => decorations,
    }),
    appearance,
  ];
}

export function showLit(view: EditorView, lit: LitLines | null): void {
  const before = view.state.field(litField, false);
  const next = lit ?? NOTHING_LIT;
  if (before && before !== next) view.dispatch({ effects: setLit.of(next) });
}

class LitView implements PluginValue {
  private readonly currentLine: CurrentLine;
  decorations: DecorationSet;

  constructor(view: EditorView, currentLine: CurrentLine) {
    this.currentLine = currentLine;
    this.decorations = this.draw(view);
  }

  update({ view, docChanged, viewportChanged, startState, state, transactions }: ViewUpdate): void {
    const isOther = state.field(litField) !== startState.field(litField);
    // An effect may have changed which lines are linked.
    const hasEffect = transactions.some(({ effects }) => effects.length > 0);
    if (docChanged || viewportChanged || isOther || hasEffect) this.decorations = this.draw(view);
  }

  private draw({ state, viewport }: EditorView): DecorationSet {
    const { lines, ranges, origin, isApproximate, hint } = state.field(litField);
    if (lines.length === 0) return Decoration.none;
    const builder = new RangeSetBuilder<Decoration>();
    const first = state.doc.lineAt(viewport.from).number;
    const last = state.doc.lineAt(viewport.to).number;
    const lit = decorationOf({ isApproximate, hint: origin === null ? hint : null });
    for (const compiled of lines) {
      const line = this.currentLine(state, compiled);
      if (line < first || line > last) continue;
      const { from: at, length } = state.doc.line(line);
      const isOrigin = compiled === origin;
      builder.add(at, at, isOrigin ? decorationOf({ isApproximate, hint, isOrigin }) : lit);
      const parts = ranges.filter((range) => range.line === compiled && range.to <= length);
      for (const { from, to, isPointed } of parts.sort((one, other) => one.from - other.from)) {
        builder.add(at + from, at + to, isPointed ? POINTED : PART);
      }
    }
    return builder.finish();
  }
}

const POINTED = Decoration.mark({ class: 'cm-linked-part' });
/** Invisible, but gives the part its own element, so that `hovering` can find its column. */
const PART = Decoration.mark({});

interface Looks {
  readonly isApproximate: boolean;
  readonly hint: string | null;
  readonly isOrigin?: boolean;
}

function decorationOf({ isApproximate, hint, isOrigin = false }: Looks): Decoration {
  const classes = ['cm-linked-line'];
  if (isOrigin) classes.push('cm-linked-origin');
  if (isApproximate) classes.push('cm-linked-approximate');
  return Decoration.line({ class: classes.join(' '), attributes: hint ? { title: hint } : {} });
}

const appearance = EditorView.theme({
  '.cm-line.cm-linked-line': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 13%, transparent)',
    boxShadow: 'inset 3px 0 var(--accent)',
  },
  '.cm-line.cm-linked-approximate': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)',
    boxShadow: 'inset 1px 0 var(--accent)',
  },
  '.cm-line.cm-linked-origin': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 20%, transparent)',
  },
  '.cm-linked-part': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 8%, transparent)',
    boxShadow: 'inset 0 -2px var(--accent)',
  },
  '@media (forced-colors: active)': {
    '.cm-line.cm-linked-line': { outline: '1px solid Highlight', outlineOffset: '-1px' },
    '.cm-linked-part': { textDecoration: 'underline' },
    '.cm-line.cm-linked-approximate': { outlineStyle: 'dotted' },
  },
});

/** Returns the function that contains a line; null if none. */
export type StripeAt = (
  state: EditorState,
  line: number,
) => { readonly index: number; readonly name: string } | null;

/** Colours that are easy to tell apart in every theme. */
const COLORS = ['function', 'number', 'string', 'keyword', 'type', 'meta'] as const;

/** Number of horizontal positions. Adjacent functions differ in position as well as colour. */
const PLACES = 3;

class StripeMarker extends GutterMarker {
  private readonly index: number;
  private readonly name: string;

  constructor(index: number, name: string) {
    super();
    this.index = index;
    this.name = name;
  }

  override eq(other: StripeMarker): boolean {
    return other.index === this.index && other.name === this.name;
  }

  override toDOM(): Node {
    const dom = document.createElement('div');
    const color = COLORS[this.index % COLORS.length] ?? COLORS[0];
    dom.className = 'cm-function-stripe';
    dom.dataset['function'] = this.name;
    dom.title = this.name;
    dom.style.borderLeftColor = `var(--code-${color})`;
    dom.style.marginLeft = `${(this.index % PLACES) * 4}px`;
    return dom;
  }
}

const redraw = StateEffect.define<null>();

export function stripeGutter(stripeAt: StripeAt): Extension {
  return [
    gutter({
      class: 'cm-function-stripes',
      lineMarker({ state }, { from }) {
        const stripe = stripeAt(state, state.doc.lineAt(from).number);
        return stripe && new StripeMarker(stripe.index, stripe.name);
      },
      lineMarkerChange: ({ docChanged, transactions }) =>
        docChanged || transactions.some(({ effects }) => effects.some((each) => each.is(redraw))),
    }),
    EditorView.theme({
      '.cm-function-stripes': { width: '13px' },
      '.cm-function-stripes .cm-gutterElement': { padding: '0' },
      '.cm-function-stripe': { height: '100%', borderLeft: '3px solid' },
    }),
  ];
}

/** Call this when {@link StripeAt} would return something else. */
export function redrawStripes(view: EditorView): void {
  view.dispatch({ effects: redraw.of(null) });
}

/** User actions in an editor. Lines are one-based, columns zero-based, in the editor's text. */
interface PointingEvents {
  /** The line is null when the pointer has left the text. */
  onHover(line: number | null, column: number | null): void;
  onCursor(line: number, column: number): void;
  onEdit(): void;
  onGo(line: number, column: number): void;
  /** Null when the view is destroyed. */
  onView(view: EditorView | null): void;
}

interface PointingOptions extends PointingEvents {
  /** Whether clicking a line number, or Ctrl- or Cmd-clicking, goes to the linked lines. */
  readonly clicksGo: boolean;
}

/** Reports the pointer, the cursor and the key for going to linked lines. */
export function pointing(options: PointingOptions): Extension {
  const { onHover, onCursor, onEdit, onGo, onView, clicksGo } = options;
  const goFromCursor = ({ state }: EditorView) => {
    onGo(...placeAt(state, state.selection.main.head));
    return true;
  };
  return [
    hovering(onHover),
    EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
      if (docChanged) onEdit();
      else if (selectionSet) onCursor(...placeAt(state, state.selection.main.head));
    }),
    ViewPlugin.define((view) => {
      onView(view);
      return { destroy: () => onView(null) };
    }),
    keymap.of(GO_TO_LINKED.keys.map((key) => ({ key, run: goFromCursor, preventDefault: true }))),
    clicksGo ? clicks(onGo) : [],
  ];
}

function placeAt({ doc }: EditorState, position: number): [line: number, column: number] {
  const { number, from } = doc.lineAt(position);
  return [number, position - from];
}

/**
 * Reports the line under the pointer when the pointer moves. A line's full row counts, including
 * the gutters. Over the text, this reads no layout: the column is where the element under the
 * pointer starts, which is a token or a part of the line.
 */
function hovering(onHover: PointingEvents['onHover']): Extension {
  let known: Element | null = null;
  let place = '';
  const leave = () => {
    [known, place] = [null, ''];
    onHover(null, null);
  };
  const move = ({ target, buttons, clientX, clientY }: MouseEvent, view: EditorView) => {
    const now = `${clientX},${clientY}`;
    // Browsers also fire this when the text moves under a resting pointer.
    const hasMoved = now !== place;
    place = now;
    if (!(target instanceof Element) || !hasMoved || target === known || buttons !== 0) return;
    const line = target.closest('.cm-line');
    if (line && view.contentDOM.contains(line)) {
      const [number, column] = placeAt(view.state, view.posAtDOM(target));
      known = target;
      onHover(number, target === line ? null : column);
    } else if (target.closest('.cm-gutters')) {
      known = target;
      const { from } = view.lineBlockAtHeight(clientY - view.documentTop);
      onHover(view.state.doc.lineAt(from).number, null);
    }
  };
  return ViewPlugin.define((view) => {
    const { scrollDOM } = view;
    const onMove = (event: MouseEvent) => move(event, view);
    scrollDOM.addEventListener('mousemove', onMove);
    scrollDOM.addEventListener('mouseleave', leave);
    return {
      destroy() {
        scrollDOM.removeEventListener('mousemove', onMove);
        scrollDOM.removeEventListener('mouseleave', leave);
      },
    };
  });
}

function clicks(onGo: PointingEvents['onGo']): Extension {
  const goTo = ({ state }: EditorView, position: number) => {
    onGo(...placeAt(state, position));
    return true;
  };
  return [
    lineNumbers({ domEventHandlers: { click: (view, { from }) => goTo(view, from) } }),
    // Definitions of identifiers take precedence.
    Prec.low(
      EditorView.domEventHandlers({
        mousedown(event, view) {
          const isJump = event.button === 0 && (event.ctrlKey || event.metaKey) && !event.altKey;
          const at = isJump ? view.posAtCoords({ x: event.clientX, y: event.clientY }) : null;
          return at !== null && goTo(view, at);
        },
      }),
    ),
    EditorView.theme({
      '.cm-lineNumbers .cm-gutterElement': { cursor: 'pointer' },
      '.cm-lineNumbers .cm-gutterElement:hover': { color: 'var(--accent)' },
    }),
  ];
}

/**
 * Scrolls to the first of the lines if none of them is visible. Cursor and focus stay. Lines are
 * one-based and in order.
 */
export function bringIntoSight(view: EditorView, lines: readonly number[]): void {
  const [first] = lines;
  const { scrollDOM, state } = view;
  const height = scrollDOM.clientHeight;
  if (first === undefined || first > state.doc.lines || height === 0) return;
  const top = scrollDOM.scrollTop - view.documentPadding.top;
  const lineAtHeight = (y: number) =>
    state.doc.lineAt(view.lineBlockAtHeight(Math.max(0, y)).from).number;
  const [from, to] = [lineAtHeight(top), lineAtHeight(top + height)];
  if (lines.some((line) => from <= line && line <= to)) return;
  const { from: position } = state.doc.line(first);
  view.dispatch({ effects: EditorView.scrollIntoView(position, { y: 'center' }) });
}
