import type { CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { completeWgsl } from '#core/plan/wgsl/completeWgsl.ts';
import type { Compiler } from './compiler.ts';

/** Makes the WGSL valid; see `completeWgsl`. */
export function completeAnswer(
  answer: CompileResult,
  request: CompileRequest,
  compiler: Compiler,
): CompileResult {
  if (!answer.succ) return answer;
  const result = completeWgsl(answer.result, (entrypoint) => {
    const { result: glsl } = compiler.compile({ ...request, target: 'GLSL', entrypoint });
    return glsl?.code;
  });
  return { ...answer, result };
}
