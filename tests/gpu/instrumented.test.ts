import { beforeAll, describe, expect, it } from 'vitest';
import { logAccesses } from '#core/source/instrument/accesses/logAccesses.ts';
import { prefixOf } from '#core/source/instrument/compileInstrumented.ts';
import { instrumentSource } from '#core/source/instrument/instrumentSource.ts';
import { withVertexStages } from '#core/source/instrument/vertexStages.ts';
import { runAtOnce } from '#core/util/slices.ts';
import type { Compiler } from '#engine/compiler/core/compiler.ts';
import { createTestCompiler, readDemo } from '../support/compiler.ts';
import { DEBUGGED_SOURCES } from '../support/debuggerSources.ts';
import { runnableDemos } from '../support/demos.ts';
import { drawFrames } from '../support/drawnFrames.ts';
import { exportedProgram } from '../support/nativeExports.ts';
import { difference } from '../support/pixels.ts';
import { requestRealDevice } from '../support/realDevice.ts';

/** The compared frame: by then, most demos show their result. */
const FRAME = 2;

let device: GPUDevice;
let compiler: Compiler;
beforeAll(async () => {
  device = await requestRealDevice();
  compiler = await createTestCompiler();
});

const drawn = async (source: string) =>
  drawFrames(device, await exportedProgram(compiler, 'program', source), FRAME);

/** A compiler that compiles a source as the debugger does. */
function recording(source: string, kind: 'records' | 'accesses'): Pick<Compiler, 'compile'> {
  const { text, otherFiles, vertexKernels, bufferName } = instrumentSource(source, kind);
  return {
    compile(request) {
      const plain = compiler.compile(request);
      const traced = compiler.compile({ ...request, sourceCode: text, files: otherFiles });
      if (!plain.succ || !traced.succ) return traced;
      const prefix = prefixOf(bufferName);
      const result =
        kind === 'accesses' ? runAtOnce(logAccesses(traced.result, prefix)).program : traced.result;
      return { ...traced, result: withVertexStages(result, plain.result, vertexKernels) };
    },
  };
}

/** The instrumented programs record nothing, because no thread is chosen. */
async function expectSame(source: string): Promise<void> {
  const wanted = await drawn(source);
  for (const kind of ['records', 'accesses'] as const) {
    const program = await exportedProgram(recording(source, kind), 'program', source);
    expectAlike(await drawFrames(device, program, FRAME), wanted);
  }
}

type Drawn = Awaited<ReturnType<typeof drawFrames>>;

function expectAlike(shown: Drawn, wanted: Drawn): void {
  expect(shown.printed).toBe(wanted.printed);
  expect(shown.picture === null).toBe(wanted.picture === null);
  if (!shown.picture || !wanted.picture) return;
  // The last bit of a number may differ if the compiler reorders sums.
  expect(difference(shown.picture, wanted.picture)).toBeLessThan(0.05);
}

/** Constructs whose threads all store the same number, which the picture shows. */
const CONSTRUCTS = [
  ...['for', 'while and do', 'nested loops', 'nested calls', 'subscripts', 'operators'],
  ...['generic types', 'interfaces', 'lambdas'],
];

/** A debugged source whose picture distinguishes numbers greater than 1. */
function constructNamed(name: string): string {
  const found = DEBUGGED_SOURCES.find((source) => source.name === name);
  if (!found) throw new Error(`There is no source “${name}”.`);
  const number = 'result[0]';
  const colored = found.text.replace(`float4(${number})`, `float4(frac(${number} / 7.3))`);
  expect(colored).not.toBe(found.text);
  return colored;
}

describe('with the debugger’s instrumentation', () => {
  it.each(runnableDemos())('the demo %s draws and prints the same', async (name) =>
    expectSame(await readDemo(name)),
  );

  it.each(CONSTRUCTS)('a program with %s draws the same', (name) =>
    expectSame(constructNamed(name)),
  );
});
