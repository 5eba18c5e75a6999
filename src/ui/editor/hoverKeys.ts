import { closeHoverTooltips, hasHoverTooltips, type KeyBinding } from '@codemirror/view';

/** Escape closes a hover, which covers text that the user may want to read or type. */
export const hoverKeys: readonly KeyBinding[] = [
  {
    key: 'Escape',
    run(view) {
      if (!hasHoverTooltips(view.state)) return false;
      view.dispatch({ effects: closeHoverTooltips });
      return true;
    },
  },
];
