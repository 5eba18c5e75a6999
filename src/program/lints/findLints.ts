import type { CompileResult } from '#program/compileResult.ts';
import { beyondDefaultLimits } from './beyondDefaultLimits.ts';
import { createContext, type LintContext } from './context.ts';
import type { Lint } from './lint.ts';
import { missingImport } from './missingImport.ts';
import { neverDispatched } from './neverDispatched.ts';
import { noInitialContent } from './noInitialContent.ts';
import { oldStyleMain } from './oldStyleMain.ts';
import { printfArguments } from './printfArguments.ts';
import { readWriteTexture } from './readWriteTexture.ts';
import { wrongAttribute } from './wrongAttribute.ts';
import { wrongCall } from './wrongCall.ts';

const LINTS: readonly ((context: LintContext) => readonly Lint[])[] = [
  missingImport,
  oldStyleMain,
  neverDispatched,
  wrongCall,
  noInitialContent,
  wrongAttribute,
  readWriteTexture,
  printfArguments,
  beyondDefaultLimits,
];

/**
 * Finds what prevents a source from running in the playground, in source order. Pure; the
 * source may be any text.
 *
 * @param answer the compiler's answer to exactly this source for WGSL
 */
export function findLints(text: string, answer: CompileResult): readonly Lint[] {
  const context = createContext(text, answer);
  return LINTS.flatMap((lint) => lint(context)).toSorted((one, other) => one.from - other.from);
}
