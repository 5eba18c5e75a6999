import { beforeEach, expect, it } from 'vitest';
import type { Size } from '#engine/gpu/screen.ts';
import type { Wish } from '#tools/timeline/seeking/seek.ts';
import { createLinkedFrame, type LinkedFrame } from './timelineSession.ts';

const FRAME = { number: 5, time: 5 / 60 };

let screen: Size;
let isAt: boolean;
let wishes: Wish[];
let linked: LinkedFrame;
beforeEach(() => {
  screen = { width: 302, height: 173 };
  isAt = true;
  wishes = [];
  linked = createLinkedFrame(
    { screen: () => ({ ...screen }), isAt: () => isAt, prepare() {} },
    { goTo: (wish) => wishes.push(wish) > 0 },
  );
});

/** The seeker reaches the frame. */
function arrive(): void {
  const wish = wishes.at(-1);
  wish?.prepare?.();
  wish?.then?.();
}

async function drawAgain(): Promise<void> {
  linked.drawn();
  await Promise.resolve();
}

it('a linked frame is shown again only at a new size once it is reached', async () => {
  linked.show(FRAME);
  screen = { width: 302, height: 170 };
  await drawAgain();
  expect(wishes).toHaveLength(1);
  arrive();
  await drawAgain();
  expect(wishes.map(({ frame }) => frame)).toEqual([5]);
  screen = { width: 302, height: 162 };
  await drawAgain();
  await drawAgain();
  expect(wishes).toHaveLength(2);
  arrive();
  await drawAgain();
  expect(wishes).toHaveLength(2);
});

it('a linked frame is shown again if the size changed during the seek', () => {
  linked.show(FRAME);
  wishes[0]?.prepare?.();
  screen = { width: 302, height: 162 };
  wishes[0]?.then?.();
  expect(wishes).toHaveLength(2);
});

it('a linked frame is not shown again once the user continues or goes elsewhere', async () => {
  linked.show(FRAME);
  arrive();
  screen = { width: 100, height: 100 };
  isAt = false;
  await drawAgain();
  isAt = true;
  await drawAgain();
  expect(wishes).toHaveLength(1);
  linked.show(FRAME);
  arrive();
  linked.forget();
  screen = { width: 200, height: 100 };
  await drawAgain();
  expect(wishes).toHaveLength(2);
});
