import type { CompileRequest } from '#core/output/compileResult.ts';

/** The texts of a request by path. The main file comes first. */
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
