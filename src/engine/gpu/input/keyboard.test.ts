import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchKeyboard } from './keyboard.ts';

class FakeElement {
  readonly editable: boolean;
  constructor(editable: boolean) {
    this.editable = editable;
  }
  closest() {
    return this.editable ? this : null;
  }
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
    expect([keyboard.isDown('a'), keyboard.isDown('KeyA'), keyboard.isDown('b')]).toEqual([
      true,
      true,
      false,
    ]);
    press(page, 'keyup', 'A', 'KeyA');
    expect(keyboard.isDown('a')).toBe(false);
  });

  it('ignores typing in fields', () => {
    const { page, keyboard } = start();
    press(page, 'keydown', 'a', 'KeyA', new FakeElement(true));
    expect(keyboard.isDown('a')).toBe(false);
    press(page, 'keydown', 'a', 'KeyA', new FakeElement(false));
    expect(keyboard.isDown('a')).toBe(true);
  });

  it('releases every key when the page loses focus', () => {
    const { page, keyboard } = start();
    press(page, 'keydown', 'a', 'KeyA');
    page.dispatchEvent(new Event('blur'));
    expect(keyboard.isDown('a')).toBe(false);
  });

  it('ignores events after disposal', () => {
    const { page, keyboard } = start();
    keyboard.dispose();
    press(page, 'keydown', 'a', 'KeyA');
    expect(keyboard.isDown('a')).toBe(false);
  });
});
