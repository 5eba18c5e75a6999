import { type EditorState, type Extension, StateEffect } from '@codemirror/state';
import { EditorView, GutterMarker, gutter } from '@codemirror/view';

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
