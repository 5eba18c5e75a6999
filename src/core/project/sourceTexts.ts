import type { CompileRequest } from '#core/output/compileResult.ts';

/** The texts of a request by path, starting with the main file. */
export function textsOf({
  sourceCode,
  shaderPath,
  files = [],
}: Pick<CompileRequest, 'sourceCode' | 'shaderPath' | 'files'>): Record<string, string> {
  return Object.fromEntries([
    [shaderPath, sourceCode],
    ...files.map(({ path, text }) => [`/${path}`, text]),
  ]);
}
