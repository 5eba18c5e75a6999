import { playgroundAttributes } from '#core/plan/attributes/attributeUse.ts';
import { isSystemValue, readStageIo } from '#core/plan/draw/stageIo.ts';
import type { Declaration } from '#core/source/declarations.ts';
import type { LintContext } from './context.ts';
import { addAttribute, addImports, type Fix, fixOf, type Lint } from './lint.ts';

/** What prevents entry points from drawing, and values that they compute for nothing. */
export function drawLints(context: LintContext): Lint[] {
  return [...wrongDraw(context), ...neverDrawn(context), ...unreadValues(context)];
}

/** What the plan of the draws refuses, at the entry point that the message names first. */
function wrongDraw({ program, entryPointNamed, source }: LintContext): Lint[] {
  if (!program || program.draws.ok) return [];
  const message = program.draws.error;
  const words = message.split(/\W+/);
  const places = program.entryPoints.flatMap(({ name }) => {
    const at = words.indexOf(name);
    const declaration = entryPointNamed(name);
    return at >= 0 && declaration ? [{ at, declaration, name }] : [];
  });
  const [first] = places.toSorted((one, other) => one.at - other.at);
  if (!first) return [];
  const { nameSpan } = first.declaration;
  const isLonely = message.includes('has no fragment entry point');
  const fixes = isLonely ? [fragmentAfter(source.text)] : [];
  return [{ ...nameSpan, severity: 'warning', code: 'playground/wrong-draw', message, fixes }];
}

function fragmentAfter(text: string): Fix {
  const insert = `
[shader("fragment")]
float4 paint() : SV_Target
{
    return float4(1.0);
}
`;
  const end = text.length;
  return fixOf('Add a fragment entry point', [{ from: end, to: end, insert }]);
}

const DRAWS = ['[playground::DRAW(3)]', '[playground::DRAW::MESH("cube")]'];

/** Vertex entry points without any attribute that draws them. */
function neverDrawn({ source, program, entryPointNamed }: LintContext): Lint[] {
  if (!program?.isForPlayground) return [];
  return program.entryPoints.flatMap(({ name, stage, attributes }) => {
    const declaration = entryPointNamed(name);
    if (stage !== 'vertex' || !declaration || playgroundAttributes(attributes).length > 0)
      return [];
    return {
      ...declaration.nameSpan,
      severity: 'warning' as const,
      code: 'playground/never-drawn' as const,
      message: `${name} never runs: nothing says what it draws. Add, for example, ${DRAWS[0]}.`,
      fixes: DRAWS.map((attribute) =>
        fixOf(`Add ${attribute}`, [
          addImports(source, ['playground']),
          addAttribute(source, declaration, attribute),
        ]),
      ),
    };
  });
}

/** Values that a vertex entry point returns and no fragment entry point that follows it reads. */
function unreadValues({ program, entryPointNamed }: LintContext): Lint[] {
  if (!program?.draws.ok) return [];
  const { reflection } = program.compiled;
  return [...program.draws.value.draws.values()].flatMap(({ vertex, fragment }) => {
    const declaration: Declaration | undefined = vertex ? entryPointNamed(vertex) : undefined;
    if (!vertex || !fragment || !declaration) return [];
    const read = new Set(readStageIo(reflection, fragment).inputs.map(({ semantic }) => semantic));
    const unread = readStageIo(reflection, vertex).outputs.filter(
      (value) => !isSystemValue(value) && !read.has(value.semantic),
    );
    if (unread.length === 0) return [];
    const names = unread.map(({ name, semantic }) => `${name} (${semantic})`).join(', ');
    return {
      ...declaration.nameSpan,
      severity: 'info' as const,
      code: 'playground/unread-value' as const,
      message: `${vertex} returns ${names}, which ${fragment} does not read. Remove what is not read to draw faster.`,
      fixes: [],
    };
  });
}
