import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import type { LookupState } from '#tools/code/linkedLines/state.ts';
import { INITIAL_STATE, type TargetCode, type WorkspaceState } from '#workspace/state.ts';
import { createLookup } from './going.ts';

const MAP: LineMap = {
  files: [{ kind: 'project', path: '/user.slang' }],
  origins: [{ kind: 'line', file: 0, line: 7 }],
  functions: [],
  parts: new Int32Array(),
};

const CODE: TargetCode = {
  target: 'HLSL',
  request: { target: 'HLSL', entrypoint: 'main', sourceCode: '', shaderPath: '/user.slang' },
  text: 'float x;',
  succeeded: true,
  binary: null,
};

function create(of: (signal: AbortSignal) => Promise<LineMap | null>) {
  const store = createStore<WorkspaceState>(() => ({
    ...INITIAL_STATE,
    targetCode: CODE,
    reflection: {},
  }));
  const asked = vi.fn((_compiled: unknown, signal: AbortSignal) => of(signal));
  const kinds: LookupState['kind'][] = [];
  const lookup = createLookup({ workspace: { store } as never, lineMaps: { of: asked } }, (state) =>
    kinds.push(state.kind),
  );
  return { store, asked, kinds, lookup };
}

afterEach(() => vi.restoreAllMocks());

it('requests a map once for concurrent callers', async () => {
  const { asked, kinds, lookup } = create(async () => MAP);
  const [one, other] = await Promise.all([lookup.want(), lookup.want()]);
  expect(one?.exact(0, 7)).toEqual([1]);
  expect([other, await lookup.want()]).toEqual([one, one]);
  expect([asked.mock.calls.length, kinds]).toEqual([1, ['looking', 'there']]);
});

it('requests another map for new code, and ignores the old answer', async () => {
  let answer: (map: LineMap) => void = () => {};
  const { store, asked, kinds, lookup } = create(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const first = lookup.want();
  store.setState({ targetCode: { ...CODE } });
  lookup.drop();
  answer(MAP);
  expect(await first).toBeNull();
  expect(asked.mock.calls[0]?.[1].aborted).toBe(true);
  const second = lookup.want();
  answer(MAP);
  expect(await second).not.toBeNull();
  expect(kinds).toEqual(['looking', 'none', 'looking', 'there']);
});

it('requests no map after a failed compile or without one', async () => {
  const { store, asked, kinds, lookup } = create(async () => MAP);
  for (const targetCode of [null, { ...CODE, succeeded: false }, { ...CODE, request: null }]) {
    store.setState({ targetCode });
    expect(await lookup.want()).toBeNull();
  }
  store.setState({ targetCode: CODE, reflection: null });
  expect(await lookup.want()).toBeNull();
  expect([asked.mock.calls.length, kinds]).toEqual([0, []]);
});

it('says and reports why lines are not linked, and does not retry for the same code', async () => {
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const { asked, lookup } = create(async () => {
    throw new Error('The worker is gone.');
  });
  expect(await lookup.want()).toBeNull();
  expect(await lookup.want()).toBeNull();
  expect(lookup.state()).toEqual({ kind: 'failed', reason: 'The worker is gone.' });
  expect([asked.mock.calls.length, reported.mock.calls.length]).toEqual([1, 1]);
  vi.unstubAllGlobals();
});
