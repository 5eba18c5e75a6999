import { type EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { EditorView, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { describeArgument } from './description.ts';
import { type ArgumentPlace, argumentPlace, REACH } from './places.ts';

const setShown = StateEffect.define<boolean>();

/**
 * Shown from the first typed argument until the cursor leaves the arguments or the user presses
 * Escape.
 */
const field = StateField.define<Tooltip | null>({
  create: () => null,
  update(shown, transaction) {
    const { effects, state, docChanged, selection } = transaction;
    const wanted = effects.findLast((effect) => effect.is(setShown));
    if (wanted) return wanted.value ? tooltipAt(state) : null;
    const isTyped = ['input.type', 'input.complete'].some((event) =>
      transaction.isUserEvent(event),
    );
    if ((isTyped && docChanged) || (shown && (docChanged || selection))) return tooltipAt(state);
    return shown;
  },
  provide: (tooltip) => showTooltip.from(tooltip),
});

/** Explains the argument at the cursor, in the style of a call's signature. */
export const argumentHelp: Extension = [
  field,
  keymap.of([
    { key: 'Mod-Shift-Space', run: (view) => show(view, tooltipAt(view.state) !== null) },
    { key: 'Escape', run: (view) => view.state.field(field) !== null && show(view, false) },
  ]),
  EditorView.domEventHandlers({
    blur: (_event, view) => {
      if (view.state.field(field)) view.dispatch({ effects: setShown.of(false) });
    },
  }),
];

function show(view: EditorView, wanted: boolean): boolean {
  if (!wanted && !view.state.field(field)) return false;
  view.dispatch({ effects: setShown.of(wanted) });
  return true;
}

function tooltipAt(state: EditorState): Tooltip | null {
  const place = placeAt(state);
  if (!place || state.selection.ranges.length > 1) return null;
  const { attribute, index, from } = place;
  // Anchored at the name, so that the tooltip does not move while the user types arguments.
  return { pos: from, above: true, create: () => ({ dom: describeArgument(attribute, index) }) };
}

/** Whether the cursor is in an attribute's arguments. If so, other sources show no signature. */
export function isInArguments(state: EditorState): boolean {
  return placeAt(state) !== undefined;
}

function placeAt(state: EditorState): ArgumentPlace | undefined {
  const { head } = state.selection.main;
  return argumentPlace(state.sliceDoc(Math.max(0, head - REACH), head), head);
}
