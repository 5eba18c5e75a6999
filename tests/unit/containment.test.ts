import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CompileRequest, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import {
  type CompilerClient,
  createCompilerClient,
} from '#engine/compiler/client/compilerClient.ts';
import { startNodeWorker } from '../support/nodeTransport.ts';
import { NEVER_ENDS } from '../support/shaders.ts';

const KERNEL = '[shader("compute")] [numthreads(1, 1, 1)]';

/** Unrolls 3,000 × 300 steps, so the binary uses up its 2 GB of memory. */
const RUNS_OUT_OF_MEMORY = `
RWStructuredBuffer<float> data;
${KERNEL} void main()
{
    float sum = 0;
    [ForceUnroll] for (int i = 0; i < 3000; i++)
        [ForceUnroll] for (int k = 0; k < 300; k++)
            sum += sin(sum + data[i * k]);
    data[0] = sum;
}`;

/** A call chain that is too deep for the JavaScript engine's stack. */
const OVERFLOWS_THE_STACK = `
RWStructuredBuffer<float> data;
float f0(float x) { return x; }
${Array.from({ length: 4000 }, (_, level) => `float f${level + 1}(float x) { return f${level}(x) + 1; }`).join('\n')}
${KERNEL} void main() { data[0] = f4000(data[1]); }`;

const FINE = `RWStructuredBuffer<float> data; ${KERNEL} void main() { data[0] = 1; }`;

let client: CompilerClient;
let states: string[];
beforeAll(() => {
  states = [];
  client = createCompilerClient({
    start: startNodeWorker,
    binaryUrl: 'unused',
    onState: ({ kind }) => states.push(kind),
    timeLimits: { asked: 4000, background: 4000 },
  });
});
afterAll(() => client.dispose());

const requestOf = (sourceCode: string, target: CompileRequest['target']): CompileRequest => ({
  target,
  entrypoint: null,
  sourceCode,
  shaderPath: USER_SHADER_PATH,
});

async function compile(sourceCode: string, target: CompileRequest['target'] = 'WGSL') {
  const report = await client.compile(requestOf(sourceCode, target));
  if (!report) throw new Error('No other compile supersedes this one.');
  return report;
}

describe('the real compiler', () => {
  it('is stopped at the time limit, and compiles the next source', async () => {
    expect(await compile(NEVER_ENDS)).toMatchObject({
      succ: false,
      message: 'Compilation took longer than 4 s and was stopped.',
    });
    expect(await compile(FINE)).toMatchObject({ succ: true });
  });

  it.each([
    ['its stack overflows', OVERFLOWS_THE_STACK],
    ['memory or time runs out', RUNS_OUT_OF_MEMORY],
  ])('is replaced when %s', async (_reason, source) => {
    const answer = await compile(source);
    expect(answer.succ).toBe(false);
    expect(answer.message).toMatch(/^(Unknown error occurred|Compilation took longer)/);
    expect(await compile(FINE)).toMatchObject({ succ: true });
  });

  it('abandons a hanging background job when the user requests a compile', async () => {
    expect(await compile(`${FINE} // before`)).toMatchObject({ succ: true });
    const hanging = client.inspect(requestOf(`${NEVER_ENDS} // half-typed`, 'WGSL'));
    await expect.poll(() => client.isCompiling()).toBe(true);
    expect(await compile(`${FINE} // mended`)).toMatchObject({ succ: true });
    // The time limit did not end it, so the source is not marked as dangerous.
    expect(await hanging).toBeNull();
  });

  it('is stopped immediately on Cancel', async () => {
    const started = performance.now();
    const pending = compile(`${NEVER_ENDS} // cancelled`);
    await expect.poll(() => performance.now() - started).toBeGreaterThan(200);
    client.cancel();
    expect(await pending).toMatchObject({ succ: false, message: 'Compilation was cancelled.' });
    expect(await compile(`${FINE} // again`)).toMatchObject({ succ: true });
    expect(states.at(-1)).toBe('ready');
  });
});
