export type Keyboard = ReturnType<typeof watchKeyboard>;

/** Elements that take what is typed for themselves, as sliders, colours and buttons do not. */
const TYPING =
  'input:not([type="range"], [type="color"], [type="checkbox"], [type="radio"]), textarea, select, ' +
  '[contenteditable=""], [contenteditable="true"]';

/** Follows the keys of a page, but not those that are typed into a field or an editor. */
export function watchKeyboard(page: Window) {
  /** From the code of each held key to the name that it went down with. */
  const held = new Map<string, string>();
  const onDown = (event: KeyboardEvent) => {
    const typing = event.target instanceof Element && event.target.closest(TYPING);
    if (!typing) held.set(event.code, event.key);
  };
  const onUp = (event: KeyboardEvent) => void held.delete(event.code);
  // The release of a key is not heard without the focus: let go of all of them.
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
