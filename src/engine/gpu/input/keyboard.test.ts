import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchKeyboard } from './keyboard.ts';

class FakeElement {
  isEditable = false;
  closest = () => (this.isEditable ? this : null);
}

function press(page: EventTarget, type: string, key: string, code: string, target?: FakeElement) {
  page.dispatchEvent(
    Object.defineProperties(new Event(type), {
      key: { value: key },
      code: { value: code },
      ...(target ? { target: { value: target } } : {}),
    }),
  );
}

beforeEach(() => vi.stubGlobal('Element', FakeElement));
afterEach(() => vi.unstubAllGlobals());

describe('the keyboard', () => {
  const start = () => {
    const page = new EventTarget();
    return { page, keyboard: watchKeyboard(page as Window) };
  };

  it('knows a held key by name and by code', () => {
    const { page, keyboard } = start();
    press(page, 'keydown', 'a', 'KeyA');
    expect(['a', 'KeyA', 'b'].map(keyboard.isDown)).toEqual([true, true, false]);
    press(page, 'keyup', 'A', 'KeyA');
    expect(keyboard.isDown('a')).toBe(false);
  });

  it('ignores typing in fields', () => {
    const { page, keyboard } = start();
    press(page, 'keydown', 'a', 'KeyA', Object.assign(new FakeElement(), { isEditable: true }));
    expect(keyboard.isDown('a')).toBe(false);
    press(page, 'keydown', 'a', 'KeyA', new FakeElement());
    expect(keyboard.isDown('a')).toBe(true);
  });

  it('releases every key when the page loses focus, and ignores events after disposal', () => {
    const { page, keyboard } = start();
    press(page, 'keydown', 'a', 'KeyA');
    page.dispatchEvent(new Event('blur'));
    expect(keyboard.isDown('a')).toBe(false);
    keyboard.dispose();
    press(page, 'keydown', 'a', 'KeyA');
    expect(keyboard.isDown('a')).toBe(false);
  });
});
