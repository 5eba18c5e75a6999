import { describe, expect, it, vi } from 'vitest';
import type { CompileReport } from '#core/output/compileResult.ts';
import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { LineMap } from '#core/output/lineMap/lineMap.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from './backgroundCompiles.ts';
import { type CompiledCode, createLineMaps } from './lineMaps.ts';

const MAP: LineMap = { files: [], origins: [null], functions: [], parts: new Int32Array() };

function compiled(target: CompileTarget, code = 'code'): CompiledCode {
  return {
    request: { target, entrypoint: null, sourceCode: 'text', shaderPath: '/user.slang' },
    code,
    reflection: { entryPoints: ['first', 'second'].map((name) => ({ name, stage: 'compute' })) },
  };
}

function reportOf(code: string): CompileReport {
  return { succ: true, result: { code } } as CompileReport;
}

/** Every compile succeeds, with the entry point's name as its code. */
const compileAll: BackgroundCompiles['compile'] = async ({ entrypoint }) =>
  reportOf(`${entrypoint}`);

function setUp(compile: BackgroundCompiles['compile'] = compileAll) {
  const compiles = { compile: vi.fn(compile) };
  const ask = vi.fn(async (..._asked: readonly unknown[]) => MAP);
  const analysis = { ask, dispose: () => undefined } as unknown as AnalysisClient;
  return { maps: createLineMaps(compiles, analysis), compiles, ask };
}

const going = () => new AbortController().signal;

describe('line maps of compiled code', () => {
  it('need no additional compile for targets with directives', async () => {
    const { maps, compiles, ask } = setUp();
    expect(await maps.of(compiled('METAL'), going())).toBe(MAP);
    expect(compiles.compile).not.toHaveBeenCalled();
    expect(ask).toHaveBeenCalledWith('mapLines', {
      output: { target: 'METAL', code: 'code' },
      relatives: [],
      sources: { '/user.slang': 'text' },
    });
  });

  it.each([
    ['WGSL', 'HLSL'],
    ['SPIRV', 'GLSL'],
  ] as const)('of %s need the %s of each entry point, with priority', async (target, relative) => {
    const { maps, compiles, ask } = setUp();
    await maps.of(compiled(target), going());
    const names = ['first', 'second'];
    expect(compiles.compile.mock.calls).toMatchObject(
      names.map((entrypoint) => [{ target: relative, entrypoint }, expect.anything(), 'soon']),
    );
    expect(ask.mock.calls[0]?.[1]).toMatchObject({
      relatives: names.map((code) => ({ target: relative, code })),
    });
  });

  it.each([
    ['fails', { succ: false } as CompileReport],
    ['hangs', 'no-answer'],
  ] as const)('leave out an entry point that %s', async (_, answer) => {
    const { maps, ask } = setUp(async ({ entrypoint }) =>
      entrypoint === 'first' ? answer : reportOf('second'),
    );
    expect(await maps.of(compiled('WGSL'), going())).toBe(MAP);
    expect(ask.mock.calls[0]?.[1]).toMatchObject({
      relatives: [{ target: 'HLSL', code: 'second' }],
    });
  });

  it('are cached until eight others are requested', async () => {
    const { maps, ask } = setUp();
    const want = async (...codes: readonly string[]) => {
      for (const code of codes) await maps.of(compiled('HLSL', code), going());
      return ask.mock.calls.length;
    };
    expect(await want('a', 'a')).toBe(1);
    expect(await want(...'1234567', 'a')).toBe(8);
    expect(await want(...'bcdefghi', 'a')).toBe(17);
  });

  it('are computed once for several callers, and only stop when all of them cancel', async () => {
    const signals: AbortSignal[] = [];
    let answer: (report: CompileReport | null) => void = () => undefined;
    const { maps, compiles, ask } = setUp((_request, signal) => {
      signals.push(signal);
      return new Promise((resolve) => {
        answer = resolve;
        signal.addEventListener('abort', () => resolve(null));
      });
    });
    const [one, other] = [new AbortController(), new AbortController()];
    const first = maps.of(compiled('WGSL'), one.signal);
    const second = maps.of(compiled('WGSL'), other.signal);
    await vi.waitFor(() => expect(compiles.compile).toHaveBeenCalledTimes(1));
    one.abort();
    expect(await first).toBeNull();
    expect(signals[0]?.aborted).toBe(false);
    other.abort();
    expect(await second).toBeNull();
    expect(signals[0]?.aborted).toBe(true);
    expect(ask).not.toHaveBeenCalled();

    const third = maps.of(compiled('WGSL'), going());
    await vi.waitFor(() => expect(compiles.compile).toHaveBeenCalledTimes(2));
    answer(reportOf('first'));
    await vi.waitFor(() => expect(compiles.compile).toHaveBeenCalledTimes(3));
    answer(reportOf('second'));
    expect(await third).toBe(MAP);
  });

  it('are not computed for a signal that is already aborted', async () => {
    const { maps, compiles } = setUp();
    expect(await maps.of(compiled('WGSL'), AbortSignal.abort())).toBeNull();
    expect(compiles.compile).not.toHaveBeenCalled();
  });

  it('reject with the worker’s reason, and are computed again next time', async () => {
    const { maps, ask } = setUp();
    ask.mockRejectedValueOnce(new Error('The code could not be analysed.'));
    await expect(maps.of(compiled('HLSL'), going())).rejects.toThrow('could not be analysed');
    expect(await maps.of(compiled('HLSL'), going())).toBe(MAP);
  });
});
