import type { Diagnostic } from '#core/output/compileResult.ts';
import { ATTRIBUTE_PREFIX, reflectedName } from '#core/plan/attributes/attributeUse.ts';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import type { Source } from '#core/source/declarations.ts';
import type { LintContext } from './context.ts';
import { addImports, fixOf, type Lint } from './lint.ts';
import { nearest } from './suggestions.ts';
import { attributeAt } from './wrongAttribute.ts';

const UNDEFINED_IDENTIFIER = 30015;
const UNKNOWN_ATTRIBUTE = 31000;
/** Slang has its own `printf`, which WGSL lacks. */
const NOT_AVAILABLE = 36107;

const MODULE_OF: ReadonlyMap<string, string> = new Map([
  ['drawPixel', 'rendering'],
  ['outputTexture', 'rendering'],
  ['printf', 'printing'],
  ['print', 'printing'],
]);

/** Names of the playground's modules that the source does not import. */
export function missingImport(context: LintContext): Lint[] {
  return context.diagnostics.flatMap((diagnostic) => {
    switch (diagnostic.code) {
      case UNDEFINED_IDENTIFIER:
        return importOf(context, diagnostic);
      case NOT_AVAILABLE:
        return diagnostic.notes.flatMap((note) => importOf(context, note));
      case UNKNOWN_ATTRIBUTE:
        return unknownAttribute(context, diagnostic);
      default:
        return [];
    }
  });
}

function importOf({ source, spanOf }: LintContext, diagnostic: Diagnostic): Lint[] {
  const span = spanOf(diagnostic);
  const name = span ? source.text.slice(span.from, span.to) : '';
  const module = MODULE_OF.get(name);
  const edit = module !== undefined && addImports(source, [module]);
  if (!span || !edit) return [];
  return [
    {
      ...span,
      severity: 'info',
      code: 'playground/missing-import',
      message: `${name} is in the module ${module}, which is not imported.`,
      fixes: [fixOf(`Add import ${module};`, [edit])],
    },
  ];
}

const NAMES = ATTRIBUTES.map(({ name }) => name);

function unknownAttribute({ source, spanOf }: LintContext, diagnostic: Diagnostic): Lint[] {
  const span = spanOf(diagnostic);
  const attribute = span && attributeAt(source, span);
  if (!attribute) return [];
  const { nameSpan, name } = attribute;
  const written = name.slice(ATTRIBUTE_PREFIX.length);
  const known = NAMES.map(reflectedName).includes(written);
  if (known) return importOfAttribute(source, nameSpan);
  const names = nearest(written, NAMES);
  return [
    {
      ...nameSpan,
      severity: 'info',
      code: 'playground/unknown-attribute',
      message: `The playground has no attribute ${written}; the nearest is ${names[0] ?? NAMES[0]}.`,
      fixes: names.map((found) =>
        fixOf(`Change it to ${found}`, [{ ...nameSpan, insert: `playground::${found}` }]),
      ),
    },
  ];
}

function importOfAttribute(source: Source, span: Pick<Lint, 'from' | 'to'>): Lint[] {
  const edit = addImports(source, ['playground']);
  if (!edit) return [];
  return [
    {
      ...span,
      severity: 'info',
      code: 'playground/missing-import',
      message:
        'Without the module playground this attribute means nothing to the compiler. It is not imported.',
      fixes: [fixOf('Add import playground;', [edit])],
    },
  ];
}
