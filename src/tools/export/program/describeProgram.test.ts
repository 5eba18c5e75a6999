import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Asset } from '#core/project/project.ts';
import { fail, ok } from '#core/util/result.ts';
import { type DescribeContext, describeProgram } from '#tools/export/export.ts';
import { INITIAL_STATE, type WorkspaceState } from '#workspace/state.ts';
import { createTestCompiler } from '../../../../tests/support/compiler.ts';
import { exportContext } from '../../../../tests/support/nativeExports.ts';

const compiler = await createTestCompiler();

const CAT: Asset = { path: 'cat.png', type: 'image/png', size: 3, hash: 'c0ffee' };

const signal = new AbortController().signal;

function page(
  text: string,
  state: Partial<WorkspaceState> = {},
  workspace: Partial<DescribeContext['workspace']> = {},
): DescribeContext {
  const files = state.files ?? [];
  const assets = state.assets ?? [];
  return {
    compile: exportContext(compiler).compile,
    workspace: {
      store: createStore(() => ({ ...INITIAL_STATE, ...state })),
      project: () => ({ text, files, assets }),
      sourceUri: () => 'https://own.test/demos/user.slang',
      fetchRules: async () => ok({ followsRedirects: true }),
      ...workspace,
    },
    assets: {
      read: async ({ path }) => new Blob([`content of ${path}`]),
      describeMissing: async (_address, reason) => reason,
    },
  };
}

const IMAGES = `import playground; import rendering;
[playground::URL("cat.png")] Texture2D<float4> cat;
[playground::URL("dog.png")] Texture2D<float4> dog;
[playground::SLIDER(0.5, 0, 1)] uniform float size;
[playground::SLIDER(0.5, 0, 1)] uniform float speed;
[shader("compute")] [numthreads(8, 8, 1)] [playground::CALL::SIZE_OF("outputTexture")]
void drawBoth(uint2 at : SV_DispatchThreadID)
{ drawPixel(at, (int2 screen) => cat[at] * size + dog[at] * speed); }`;

beforeEach(() => {
  const fetched = vi.fn(async () => new Response('fetched'));
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => void vi.unstubAllGlobals());

it('a described program contains the files that it loads, the user’s values and the seed', async () => {
  const animation = { shape: 'sine', from: 0, to: 1, period: 2 } as const;
  const given = page(IMAGES, {
    ...{ assets: [CAT], uniformValues: { size: 7, other: 1 }, seed: 9 },
    animations: { speed: animation, other: animation },
  });
  const described = await describeProgram(given, signal);
  if (!described.ok) throw new Error(described.error);
  const { name, contents, uniformValues, animated, seed, project } = described.value;
  expect(name).toBe('drawBoth');
  expect(await contents.get('cat.png')?.text()).toBe('content of cat.png');
  expect(await contents.get('dog.png')?.text()).toBe('fetched');
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    'https://own.test/demos/dog.png',
    expect.objectContaining({ redirect: 'follow' }),
  );
  expect([uniformValues, animated, seed]).toEqual([{ size: 1 }, ['speed'], 9]);
  expect(project).toEqual({ text: IMAGES, files: [], assets: [CAT] });
});

it('a described program fetches nothing from origins that the user has not allowed', async () => {
  const fetchRules = async () => fail(['https://a.test', 'https://b.test']);
  expect(await describeProgram(page(IMAGES, {}, { fetchRules }), signal)).toEqual(
    fail(
      'The program comes from someone else and loads files from https://a.test, https://b.test, ' +
        'which you have not allowed. Press Run, allow it, then export again.',
    ),
  );
  expect(fetch).not.toHaveBeenCalled();
});

it('a described program says which file cannot be read', async () => {
  vi.mocked(fetch).mockResolvedValue(new Response('', { status: 404, statusText: 'Not Found' }));
  expect(await describeProgram(page(IMAGES, { assets: [CAT] }), signal)).toEqual(
    fail(
      'The file of dog cannot be read. https://own.test/demos/dog.png could not be fetched: 404 Not Found',
    ),
  );
});

it('a described program is absent if the source does not compile or run, or the compile is cancelled', async () => {
  const described = async (text: string) => describeProgram(page(text), signal);
  expect(await described('void main( {')).toEqual(
    fail('The source does not compile. Press Run to see why, then export again.'),
  );
  const undrawn = '[shader("vertex")] float4 place() : SV_Position { return 1.0; }';
  expect(await described(undrawn)).toMatchObject({
    error: expect.stringContaining('for compiling, not for running'),
  });
  const cancelled = { ...page(IMAGES), compile: async () => null };
  expect(await describeProgram(cancelled, signal)).toMatchObject({ ok: false });
});
