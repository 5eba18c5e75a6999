import { expect, it } from 'vitest';
import { known, observed, type Stamp, startWatch } from './watch.ts';

const stamp = (lastModified: number, size = 10): Stamp => ({ lastModified, size });
const seen = (a: Stamp, b: Stamp = stamp(1)) =>
  new Map(Object.entries({ 'a.slang': a, 'b.slang': b }));
const START = startWatch(seen(stamp(1)));

it('finds no change in unchanged files, or in files that it never read', () => {
  expect(observed(START, seen(stamp(1)))).toMatchObject({ changed: [], isNews: false });
  expect(observed(START, new Map([['new.slang', stamp(5)]])).changed).toEqual([]);
});

it.each([
  ['new time', stamp(2)],
  ['new size', stamp(1, 11)],
  ['removal', null],
])('reports a %s once', (_, next) => {
  const first = observed(START, seen(next));
  expect(first).toMatchObject({ changed: ['a.slang'], isNews: true });
  expect(observed(first.watch, seen(next))).toMatchObject({ changed: ['a.slang'], isNews: false });
});

it('reports a second change, and a second file', () => {
  const { watch } = observed(START, seen(stamp(2)));
  expect(observed(watch, seen(stamp(3))).isNews).toBe(true);
  const both = observed(watch, seen(stamp(2), stamp(2)));
  expect(both).toMatchObject({ changed: ['a.slang', 'b.slang'], isNews: true });
});

it('forgets a change that was undone, and reports it if it happens again', () => {
  const { watch } = observed(START, seen(stamp(2)));
  const undone = observed(watch, seen(stamp(1)));
  expect(undone.changed).toEqual([]);
  expect(observed(undone.watch, seen(stamp(2))).isNews).toBe(true);
});

it('treats what the page wrote or read as known', () => {
  const { watch } = observed(START, seen(stamp(2)));
  const after = known(watch, 'a.slang', stamp(2));
  expect(observed(after, seen(stamp(2))).changed).toEqual([]);
  expect(observed(after, seen(stamp(1))).isNews).toBe(true);
});
