import { expect, it } from 'vitest';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler } from '../support/compiler.ts';
import { drawFrames } from '../support/drawnFrames.ts';
import { anyKernel } from '../support/kernels.ts';
import { exportedProgram } from '../support/nativeExports.ts';
import { fc } from '../support/property.ts';
import { requestRealDevice } from '../support/realDevice.ts';

it('a program prints the same with the debugger’s instrumentation', async () => {
  const [device, compiler] = [await requestRealDevice(), await createTestCompiler()];
  await fc.assert(
    fc.asyncProperty(anyKernel, async ({ source, printed }) => {
      const { text, otherFiles } = instrumentSource(source);
      const traced: Pick<Compiler, 'compile'> = {
        compile: (request) => compiler.compile({ ...request, sourceCode: text, files: otherFiles }),
      };
      for (const each of [compiler, traced]) {
        const drawn = await drawFrames(device, await exportedProgram(each, 'any', source), 0);
        expect(drawn.printed.trim()).toBe(printed);
      }
    }),
    { numRuns: 3 },
  );
});
