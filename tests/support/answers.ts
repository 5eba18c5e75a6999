import type { CompileResult } from '#core/output/compileResult.ts';

export function compiledAnswer(code: string, binary: Uint8Array | null = null): CompileResult {
  return {
    succ: true,
    message: '',
    log: '',
    diagnostics: [],
    result: {
      target: binary ? 'SPIRV' : 'WGSL',
      code,
      binary,
      hashedStrings: { 1: 'text' },
      reflection: { parameters: [] },
      threadGroupSizes: { main: [8, 8, 1] },
    },
  };
}
