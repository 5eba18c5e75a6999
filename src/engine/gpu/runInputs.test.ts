import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRunInputs, type RunInputs, watchKeyboard } from './runInputs.ts';

const SET = { level: 0.5, speed: 2 };

let held: Set<string>;
let inputs: RunInputs;

beforeEach(() => {
  held = new Set();
  inputs = createRunInputs({ isDown: (name) => held.has(name) });
});

it('returns the user’s current inputs', () => {
  held.add('a');
  expect(inputs.isKeyDown('a')).toBe(true);
  expect(inputs.isKeyDown('b')).toBe(false);
  expect(inputs.mouse).toEqual([0, 0, 0, 0]);
  expect(inputs.valuesAt(SET, 3)).toBe(SET);
});

describe('replayed inputs', () => {
  const REPLAYED = { mouse: [1, 2, -3, -4], keys: new Set(['b']), values: { level: 1 } } as const;

  it('replace the mouse, keys and values', () => {
    held.add('a');
    const { mouse } = inputs;
    inputs.replay(REPLAYED);
    // A run keeps the array that it received.
    expect(mouse).toEqual([1, 2, -3, -4]);
    expect(inputs.isKeyDown('a')).toBe(false);
    expect(inputs.isKeyDown('b')).toBe(true);
    expect(inputs.valuesAt(SET, 3)).toBe(REPLAYED.values);
    inputs.replay({ ...REPLAYED, values: null });
    expect(inputs.valuesAt(SET, 3)).toBe(SET);
  });

  it('end except for the mouse, which stays until it moves', () => {
    held.add('a');
    inputs.replay(REPLAYED);
    inputs.replay(null);
    expect(inputs.isKeyDown('a')).toBe(true);
    expect(inputs.isKeyDown('b')).toBe(false);
    expect(inputs.valuesAt(SET, 3)).toBe(SET);
    expect(inputs.mouse).toEqual([1, 2, -3, -4]);
  });

  it('lose only their values if the user sets one', () => {
    inputs.forgetValues();
    inputs.replay(REPLAYED);
    inputs.forgetValues();
    expect(inputs.valuesAt(SET, 3)).toBe(SET);
    expect(inputs.isKeyDown('b')).toBe(true);
    expect(REPLAYED.values).toEqual({ level: 1 });
  });

  it('are animated like values that are set', () => {
    inputs.setAnimation((values, seconds) => ({ ...values, speed: seconds }));
    inputs.replay(REPLAYED);
    expect(inputs.valuesAt(SET, 3)).toEqual({ level: 1, speed: 3 });
    inputs.forgetValues();
    expect(inputs.valuesAt(SET, 3)).toEqual({ level: 0.5, speed: 3 });
  });
});

it('animates values over time until the animation is removed', () => {
  inputs.setAnimation((values, seconds) => ({ ...values, level: seconds * 2 }));
  expect(inputs.valuesAt(SET, 1)).toEqual({ level: 2, speed: 2 });
  expect(inputs.valuesAt(SET, 2)).toEqual({ level: 4, speed: 2 });
  inputs.setAnimation(null);
  expect(inputs.valuesAt(SET, 2)).toBe(SET);
});

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
