import { OUTPUT_TEXTURE } from '#core/plan/runDescriptor.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import type { LintContext } from './context.ts';
import { addAttribute, addImports, type Fix, fixOf, type Lint } from './lint.ts';

const PAIR = /^(?:float2|int2|uint2)$/;

/**
 * `imageMain` and `printMain`, which playgrounds once called by name. In a module, or in a program with
 * an entry point, they are ordinary functions.
 */
export function oldStyleMain({ source, isMain, hasEntryPoint }: LintContext): Lint[] {
  const { declarations } = source;
  if (!isMain || hasEntryPoint) return [];
  const functions = declarations.filter(({ kind, hasBody }) => kind === 'function' && hasBody);
  return functions.flatMap((declaration) => {
    const fix = migration(source, declaration);
    if (!fix) return [];
    const { nameSpan, name } = declaration;
    return {
      ...nameSpan,
      severity: 'warning',
      code: 'playground/old-style-main',
      message: `${name} is not run for its name any more: entry points are marked by attributes, with which it can be migrated.`,
      fixes: [fix],
    };
  });
}

function migration(source: Source, declaration: Declaration): Fix | undefined {
  const returned = declaration.type.map(({ text }) => text).join(' ');
  const { name, parameters } = declaration;
  if (name === 'imageMain' && returned === 'float4' && parameters.length === 2) {
    const arePairs = parameters.every(([type]) => PAIR.test(type?.text ?? ''));
    return arePairs ? imageMigration(source, parameters[0]?.[0]?.text ?? 'uint2') : undefined;
  }
  if (name === 'printMain' && returned === 'void' && parameters.length === 0) {
    return printMigration(source, declaration);
  }
  return undefined;
}

const IMAGE = (name: string, pixel: string) => `
[shader("compute")]
[numthreads(16, 16, 1)]
[playground::CALL::SIZE_OF("outputTexture")]
void ${name}(uint2 pixel : SV_DispatchThreadID)
{
    drawPixel(pixel, (int2 screen) => imageMain(${pixel}, screen));
}
`;

/** The source cannot declare a texture with the name of the module's one. */
function imageMigration(source: Source, position: string): Fix | undefined {
  const { text, declarations } = source;
  const names = new Set(declarations.map(({ name }) => name));
  if (names.has(OUTPUT_TEXTURE)) return undefined;
  const name = names.has('drawImage') ? 'drawOldImage' : 'drawImage';
  const pixel = position === 'uint2' ? 'pixel' : `${position}(pixel)`;
  const separator = text.endsWith('\n') ? '' : '\n';
  return fixOf('Add an entry point that draws what imageMain returns', [
    addImports(source, ['playground', 'rendering']),
    { from: text.length, to: text.length, insert: separator + IMAGE(name, pixel) },
  ]);
}

const PRINT = [
  '[shader("compute")]',
  '[numthreads(1, 1, 1)]',
  '[playground::CALL(1, 1, 1)]',
  '[playground::CALL::ONCE]',
];

function printMigration(source: Source, declaration: Declaration): Fix {
  return fixOf('Make printMain an entry point that runs once', [
    addImports(source, ['playground', 'printing']),
    addAttribute(source, declaration, PRINT.join('\n')),
  ]);
}
