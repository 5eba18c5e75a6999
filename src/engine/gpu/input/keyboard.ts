export type Keyboard = ReturnType<typeof watchKeyboard>;

/** Elements that consume typed keys. Sliders, colours and buttons do not. */
const TYPING =
  'input:not([type="range"], [type="color"], [type="checkbox"], [type="radio"]), textarea, select, ' +
  '[contenteditable=""], [contenteditable="true"]';

/** Tracks the keys held on a page, except those typed into a field or an editor. */
export function watchKeyboard(page: Window) {
  /** The `code` of each held key, with the `key` at the time it was pressed. */
  const held = new Map<string, string>();
  const onDown = (event: KeyboardEvent) => {
    const typing = event.target instanceof Element && event.target.closest(TYPING);
    if (!typing) held.set(event.code, event.key);
  };
  const onUp = (event: KeyboardEvent) => void held.delete(event.code);
  // Without the focus, the page does not receive the keys' release.
  const releaseAll = () => held.clear();
  page.addEventListener('keydown', onDown);
  page.addEventListener('keyup', onUp);
  page.addEventListener('blur', releaseAll);
  return {
    /** Whether a key is held, by its `KeyboardEvent.key` or `KeyboardEvent.code`. */
    isDown(name: string): boolean {
      if (held.size === 0) return false;
      if (held.has(name)) return true;
      for (const key of held.values()) if (key === name) return true;
      return false;
    },
    dispose() {
      page.removeEventListener('keydown', onDown);
      page.removeEventListener('keyup', onUp);
      page.removeEventListener('blur', releaseAll);
    },
  };
}
