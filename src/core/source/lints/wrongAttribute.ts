import { ATTRIBUTE_PREFIX } from '#core/plan/attributes/attributeUse.ts';
import { planParameter } from '#core/plan/attributes/planParameter.ts';
import type { BoundParameter } from '#core/plan/boundParameter.ts';
import type { AttributeInText } from '#core/source/attributesInText.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import type { Span } from '#core/source/tokens.ts';
import type { LintContext } from './context.ts';
import { type Fix, fixOf, type Lint, removeAttribute } from './lint.ts';
import { fittingAttributes } from './suggestions.ts';

/** `attribute … is not valid here`: on a function instead of a parameter, or the other way round. */
const NOT_VALID_HERE = 31002;

/** Attributes that do not fit their parameter. */
export function wrongAttribute(context: LintContext): Lint[] {
  const { source, program, parameterNamed } = context;
  const refused = (program?.members ?? []).flatMap((member) => {
    const declaration = parameterNamed(member.fullName);
    const planned = planParameter(member);
    return planned.ok || !declaration ? [] : refusal(source, member, declaration, planned.error);
  });
  return [...refused, ...misplaced(context)];
}

function refusal(
  source: Source,
  member: BoundParameter,
  { attributes }: Declaration,
  message: string,
): Lint[] {
  const own = attributes.filter(({ name }) => name.startsWith(ATTRIBUTE_PREFIX));
  const wrong = own.at(-1);
  if (!wrong) return [];
  const several = own.length > 1;
  const replacements = several ? [] : fittingAttributes(member);
  const fixes = [
    ...replacements.map((attribute) => {
      const written = attribute.slice(1, -1);
      return fixOf(`Change it to ${attribute}`, [
        { from: wrong.from, to: wrong.to, insert: written },
      ]);
    }),
    ...own.toReversed().map((attribute) => removal(source, attribute)),
  ];
  return [
    { ...spanOf(wrong), severity: 'warning', code: 'playground/wrong-attribute', message, fixes },
  ];
}

function misplaced({ source, diagnostics, spanOf: placeOf }: LintContext): Lint[] {
  return diagnostics.flatMap((diagnostic) => {
    const span = placeOf(diagnostic);
    const attribute =
      diagnostic.code === NOT_VALID_HERE && span ? attributeAt(source, span) : undefined;
    if (!attribute) return [];
    return {
      ...spanOf(attribute),
      severity: 'info' as const,
      code: 'playground/wrong-attribute' as const,
      message: 'Attributes that call go before entry points; all others go before parameters.',
      fixes: [removal(source, attribute)],
    };
  });
}

function removal(source: Source, attribute: AttributeInText): Fix {
  const written = source.text.slice(attribute.from, attribute.to);
  return fixOf(`Remove ${written}`, [removeAttribute(source, attribute)]);
}

/** The playground attribute at a place in the source. */
export function attributeAt({ declarations }: Source, { from }: Span): AttributeInText | undefined {
  for (const declaration of declarations) {
    if (from < declaration.from || from > declaration.to) continue;
    const all = [declaration, ...declaration.members].flatMap(({ attributes }) => attributes);
    const found = all.find((attribute) => attribute.from <= from && from < attribute.to);
    if (found?.name.startsWith(ATTRIBUTE_PREFIX)) return found;
  }
  return undefined;
}

function spanOf({ nameSpan }: AttributeInText): Span {
  return nameSpan;
}
