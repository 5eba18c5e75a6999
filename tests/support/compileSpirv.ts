import { USER_SHADER_PATH } from '#core/output/compileResult.ts';
import { createTestCompiler } from './compiler.ts';

/** A compiler from Slang source, with all its entry points, to the bytes of a SPIR-V module. */
export async function spirvCompiler(): Promise<(source: string) => Promise<Uint8Array>> {
  const compiler = await createTestCompiler();
  return async (sourceCode) => {
    const answer = await compiler.compile({
      target: 'SPIRV',
      entrypoint: null,
      sourceCode,
      shaderPath: USER_SHADER_PATH,
    });
    if (!answer.result?.binary) throw new Error(`${answer.message}\n${answer.log}`);
    return answer.result.binary;
  };
}
