import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { nextIndex } from '#ui/nextIndex.ts';

/**
 * Makes the buttons of a toolbar one stop of the Tab key: the arrow keys, Home and End move between
 * them. Its other fields stay stops of their own.
 *
 * @returns the toolbar's handler of `keydown`
 */
export function useRovingFocus(toolbar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = toolbar.current;
    if (!element) return undefined;
    const rove = (to: EventTarget | null) => {
      const buttons = buttonsOf(element);
      const stop = buttons.find((button) => button === to) ?? null;
      if (to !== null && !stop) return;
      for (const [index, button] of buttons.entries()) {
        button.tabIndex = button === stop || (stop === null && index === 0) ? 0 : -1;
      }
    };
    const onFocus = (event: FocusEvent) => rove(event.target);
    rove(null);
    element.addEventListener('focusin', onFocus);
    return () => element.removeEventListener('focusin', onFocus);
  }, [toolbar]);

  return (event: KeyboardEvent) => {
    const buttons = toolbar.current ? buttonsOf(toolbar.current) : [];
    const at = event.target instanceof HTMLButtonElement ? buttons.indexOf(event.target) : -1;
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = nextIndex(event.key, at, buttons.length, 'wrap', 'right');
    if (to === null) return;
    event.preventDefault();
    buttons[to]?.focus();
  };
}

function buttonsOf(toolbar: HTMLElement): readonly HTMLButtonElement[] {
  return [...toolbar.querySelectorAll('button')];
}
