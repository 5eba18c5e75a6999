import { describe, expect, it } from 'vitest';
import { type Scroller, scrollTogether } from './sidesView.ts';

/** Fires scroll events asynchronously, like browsers. */
class FakeScroller implements Scroller {
  readonly #listeners = new Set<() => void>();
  readonly #limit: number;
  #position = 0;
  #isChanged = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get scrollTop() {
    return this.#position;
  }

  set scrollTop(position: number) {
    const next = Math.min(position, this.#limit);
    this.#isChanged ||= next !== this.#position;
    this.#position = next;
  }

  addEventListener(_type: string, listener: unknown) {
    this.#listeners.add(listener as () => void);
  }

  removeEventListener(_type: string, listener: unknown) {
    this.#listeners.delete(listener as () => void);
  }

  report() {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    for (const listener of this.#listeners) listener();
  }
}

describe('scrollTogether', () => {
  it('scrolls the other side to the same position, in both directions', () => {
    const [left, right] = [new FakeScroller(1000), new FakeScroller(1000)];
    scrollTogether(left, right);
    left.scrollTop = 300;
    left.report();
    right.report();
    expect([left.scrollTop, right.scrollTop]).toEqual([300, 300]);
    right.scrollTop = 120;
    right.report();
    left.report();
    expect([left.scrollTop, right.scrollTop]).toEqual([120, 120]);
  });

  it('does not move an ongoing scroll animation back', () => {
    const [left, right] = [new FakeScroller(1000), new FakeScroller(1000)];
    scrollTogether(left, right);
    left.scrollTop = 100;
    left.report();
    left.scrollTop = 110;
    right.report();
    expect(left.scrollTop).toBe(110);
    left.report();
    right.report();
    expect([left.scrollTop, right.scrollTop]).toEqual([110, 110]);
  });

  it('keeps one side’s position if the other cannot scroll that far', () => {
    const [left, right] = [new FakeScroller(1000), new FakeScroller(985)];
    scrollTogether(left, right);
    left.scrollTop = 1000;
    for (let turn = 0; turn < 3; turn += 1) {
      left.report();
      right.report();
    }
    expect([left.scrollTop, right.scrollTop]).toEqual([1000, 985]);
  });

  it('stops when disposed of', () => {
    const [left, right] = [new FakeScroller(1000), new FakeScroller(1000)];
    scrollTogether(left, right)();
    left.scrollTop = 300;
    left.report();
    expect(right.scrollTop).toBe(0);
  });
});
