import { type CompileResult, USER_SHADER_PATH } from '#core/output/compileResult.ts';
import type { Project } from '#core/project/project.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import { beyondDefaultLimits } from './beyondDefaultLimits.ts';
import { createContexts, type LintContext } from './context.ts';
import type { Lint } from './lint.ts';
import { missingImport } from './missingImport.ts';
import { neverDispatched } from './neverDispatched.ts';
import { noEntryPoint } from './noEntryPoint.ts';
import { noInitialContent } from './noInitialContent.ts';
import { oldStyleMain } from './oldStyleMain.ts';
import { printfArguments } from './printfArguments.ts';
import { readWriteTexture } from './readWriteTexture.ts';
import { wrongAttribute } from './wrongAttribute.ts';
import { wrongCall } from './wrongCall.ts';

const LINTS: readonly ((context: LintContext) => readonly Lint[])[] = [
  missingImport,
  oldStyleMain,
  noEntryPoint,
  neverDispatched,
  wrongCall,
  noInitialContent,
  wrongAttribute,
  readWriteTexture,
  printfArguments,
  beyondDefaultLimits,
];

/**
 * Finds what prevents a project from running in the playground: for each file that the main file
 * reaches, by its path in the compiler, in source order. Other files are not part of the program, so
 * the compiler says nothing about them. Pure; the files may hold any text.
 *
 * @param answer the compiler's answer to exactly this project for WGSL
 */
export function findLints(
  { text, files }: Pick<Project, 'text' | 'files'>,
  answer: CompileResult,
): ReadonlyMap<string, readonly Lint[]> {
  const texts = textsOf({ sourceCode: text, shaderPath: USER_SHADER_PATH, files });
  const contexts = createContexts(texts, answer);
  return new Map(
    contexts.map((context) => {
      const found = LINTS.flatMap((lint) => lint(context));
      return [context.path, found.toSorted((one, other) => one.from - other.from)];
    }),
  );
}
