import { closeHoverTooltips, hasHoverTooltips, type KeyBinding } from '@codemirror/view';

/** What the pointer has opened covers text, and may be in the way of somebody who types. */
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
