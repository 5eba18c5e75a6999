import type { CompiledProgram } from '#core/output/compileResult.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { declareValues } from './undeclaredValues.ts';
import { storeBools } from './uniformBools.ts';
import { readTypeSizes } from './wgslLayout.ts';
import { readWgslUse } from './wgslUse.ts';

/**
 * Makes WGSL valid where the compiler has faults, and reads from it what reflection lacks. Only a few
 * programs need it.
 *
 * @param compileGlsl the GLSL of an entry point; undefined if it does not compile
 */
export function completeWgsl(
  program: CompiledProgram,
  compileGlsl: (entryPoint: string) => string | undefined,
): CompiledProgram {
  const declared = declareValues(program.code, () => {
    const { entryPoints } = readReflection(program.reflection);
    return new Map(entryPoints.map(({ name }) => [name, compileGlsl(name) ?? '']));
  });
  return { ...program, code: storeBools(declared), strides: readStrides(declared) };
}

/** The strides of all buffers, by their names in the code. */
function readStrides(code: string): Record<string, number> {
  const sizeOf = readTypeSizes(code);
  const buffers = readWgslUse(code).bindings.filter(({ space }) => space.startsWith('storage'));
  const strides = buffers.map(({ name, type }) => [name, sizeOf(type)] as const);
  return Object.fromEntries(strides.flatMap(([name, stride]) => (stride ? [[name, stride]] : [])));
}
