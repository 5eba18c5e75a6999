import {
  type EditorState,
  type Extension,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  type PluginValue,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { LinkedRange } from '#tools/code/linkedLines/links/linkedTo.ts';

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
