import { expect, it } from 'vitest';
import {
  CLOSED,
  computed,
  lists,
  type ResourceEntry,
  selects,
  shows,
} from '#tools/resources/state.ts';

function entry(name: string, more: Partial<ResourceEntry> = {}): ResourceEntry {
  return {
    ...{ name, kind: 'buffer', typeName: '', format: null, size: [4], bytes: 16 },
    ...{ readBy: [], writtenBy: [], origin: '', debuggedBy: null, isArray: false, is3d: false },
    layout: null,
    ...more,
  };
}

const PAGE = { resource: 'a', first: 0, bytes: new Uint8Array(4), before: null, frame: 7 };
const LAYOUT = { stride: 4, columns: [], omitted: [] };

it('the list opens the first resource that is not a uniform block, once', () => {
  const listed = lists(CLOSED, [entry('uniforms', { kind: 'uniforms' }), entry('a')]);
  expect(listed.selected).toBe('a');
  const left = selects(listed, null);
  expect(lists(left, [entry('a')]).selected).toBeNull();
});

it('the list reports that the open resource is gone, but waits for it while the list is empty', () => {
  const listed = lists(CLOSED, [entry('a')]);
  expect(lists(listed, [])).toMatchObject({ selected: 'a', problem: null });
  const problem = 'The shader no longer has a. Choose another resource.';
  expect(lists(listed, [entry('b')])).toMatchObject({ selected: null, problem });
});

it('the list drops data that was read with another layout', () => {
  const shown = shows(lists(CLOSED, [entry('a')]), PAGE);
  expect(lists(shown, [entry('a', { size: [8] })]).page).toBe(PAGE);
  expect(lists(shown, [entry('a', { layout: LAYOUT })]).page).toBeNull();
});

const TEXTURES = [
  entry('ints', { kind: 'texture', format: 'rgba8uint' }),
  entry('image', { kind: 'texture', format: 'rgba8unorm', origin: '[playground::URL("a.png")]' }),
];

it('a selection shows integers by their range, and image files from the top', () => {
  const state = { ...CLOSED, resources: TEXTURES };
  expect(selects(state, 'ints').view).toMatchObject({ range: 'minimum..maximum', isYUp: true });
  expect(selects(state, 'image').view).toMatchObject({ range: '0..1', isYUp: false });
});

it('a selection does not show data that was read from another resource', () => {
  const state = { ...CLOSED, resources: TEXTURES, selected: 'ints' };
  expect(shows(state, PAGE)).toBe(state);
  expect(computed(state, 'a', [])).toBe(state);
});
