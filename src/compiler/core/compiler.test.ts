import { beforeAll, describe, expect, it } from 'vitest';
import { createTestCompiler, readDemo } from '../../../tests/support/compiler.ts';
import type { Compiler } from './compiler.ts';

let compiler: Compiler;
beforeAll(async () => {
  compiler = await createTestCompiler();
});

describe('the compiler core', () => {
  it('x', async () => {
    for (const d of ['circle', 'simple-image']) {
      const t = performance.now();
      const r = compiler.compile({
        target: 'WGSL',
        entrypoint: null,
        sourceCode: await readDemo(d),
        shaderPath: '/user.slang',
      });
      console.log(
        performance.now() - t,
        r.message,
        r.log,
        r.diagnostics,
        r.result?.code,
        JSON.stringify(r.result?.reflection, null, 1),
        r.result?.threadGroupSizes,
      );
    }
    expect(1).toBe(1);
  });
});
