import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { type EditorView, ViewPlugin } from '@codemirror/view';
import { chosen, subscribeToChoices } from '#engine/storage/settings.ts';

const added = StateField.define<boolean>({
  create: () => false,
  update: (is, { effects }) => is || effects.some((effect) => effect.is(add)),
});

const add = StateEffect.define<null>();

/** Loads the hints when the user turns them on. */
export const wantedHints: Extension = [
  added,
  ViewPlugin.define((view) => {
    void addIfWanted(view);
    return { destroy: subscribeToChoices(() => void addIfWanted(view)) };
  }),
];

async function addIfWanted(view: EditorView): Promise<void> {
  const isWanted = chosen('typeHints') === 'on' || chosen('parameterHints') === 'on';
  if (!isWanted || view.state.field(added, false) !== false) return;
  const { state } = view;
  const { inlayHints } = await import('./inlayHints.ts');
  // Another file may be visible by now; it has its own plugin.
  const isSame = view.state.field(added, false) === false && view.state.doc.eq(state.doc);
  if (isSame) view.dispatch({ effects: [add.of(null), StateEffect.appendConfig.of(inlayHints)] });
}
