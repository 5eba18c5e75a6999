import { afterAll, describe, expect, it } from 'vitest';
import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { createCompilerClient } from '#engine/compiler/client/compilerClient.ts';
import { badSources } from '../support/badSources.ts';
import { readDemo } from '../support/compiler.ts';
import { startNodeWorker } from '../support/nodeTransport.ts';

const sources = badSources({
  circle: await readDemo('circle'),
  'simple-image': await readDemo('simple-image'),
});

const client = createCompilerClient({
  start: startNodeWorker,
  binaryUrl: 'unused',
  onState: () => {},
  timeLimits: { asked: 4000, background: 4000 },
});
afterAll(() => client.dispose());

const compile = async (sourceCode: string) => {
  const report = await client.compile({
    target: 'WGSL',
    entrypoint: null,
    sourceCode,
    shaderPath: USER_SHADER_PATH,
  });
  if (!report) throw new Error('No other compile supersedes this one.');
  return report;
};

describe('a bad source', () => {
  it('has at least 200 forms', () => {
    expect(new Set(sources.map(({ source }) => source)).size).toBeGreaterThanOrEqual(200);
  });

  it.each(sources)(
    'gets an answer that does not mention the probe module: $name',
    async ({ source }) => {
      const answer = await compile(source);
      // Either code or a message.
      expect(answer.succ ? answer.result.code : answer.message).not.toBe('');
      expect(answer.log).not.toContain('playground_probe_fails');
      for (const diagnostic of answer.diagnostics) {
        expect(diagnostic.message).not.toBe('');
        if (diagnostic.column !== undefined) expect(diagnostic.column).toBeGreaterThan(0);
      }
    },
  );

  it('does not prevent the next good source from compiling', async () => {
    expect(await compile(await readDemo('circle'))).toMatchObject({ succ: true });
  });
});
