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
 * What stands in the way of running a source in the playground, in the order of the text. Pure; the
 * text may be anything.
 *
 * @param answer what the compiler made of exactly this text for WGSL
 */
export function findLints(text: string, answer: CompileResult): readonly Lint[] {
  const context = createContext(text, answer);
  return LINTS.flatMap((lint) => lint(context)).toSorted((one, other) => one.from - other.from);
}
