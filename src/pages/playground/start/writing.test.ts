import { expect, it, vi } from 'vitest';
import { watchWriting } from './writing.ts';

class FakeElement {
  readonly isContentEditable: boolean;
  constructor(isContentEditable: boolean) {
    this.isContentEditable = isContentEditable;
  }
}

it('the user counts as typing for a second after pressing a key in an editor, and not elsewhere', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('HTMLElement', FakeElement);
  let press: (event: { target: unknown }) => void = () => {};
  vi.stubGlobal('addEventListener', (kind: string, listener: typeof press) => {
    if (kind === 'keydown') press = listener;
  });
  const isWriting = watchWriting();
  expect(isWriting()).toBe(false);
  press({ target: new FakeElement(false) });
  expect(isWriting()).toBe(false);
  press({ target: new FakeElement(true) });
  vi.advanceTimersByTime(999);
  expect(isWriting()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isWriting()).toBe(false);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
