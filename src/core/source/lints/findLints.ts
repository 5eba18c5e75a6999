import {
  type CompileResult,
  type Diagnostic,
  USER_SHADER_PATH,
} from '#core/output/compileResult.ts';
import {
  ATTRIBUTE_PREFIX,
  playgroundAttributes,
  reflectedName,
} from '#core/plan/attributes/attributeUse.ts';
import { planCall } from '#core/plan/attributes/calls.ts';
import { planParameter } from '#core/plan/attributes/planParameter.ts';
import { ATTRIBUTES } from '#core/plan/attributes/reference.ts';
import { type BoundParameter, defaultResource } from '#core/plan/boundParameter.ts';
import { DEFAULT_LIMITS } from '#core/plan/deviceLimits.ts';
import { COUNTED, type Excess, findExcess } from '#core/plan/limitExcess.ts';
import type { EntryPointReflection } from '#core/plan/reflection/reflection.ts';
import { resourceBinding } from '#core/plan/resourceBinding.ts';
import { isBuffer } from '#core/plan/resourceKinds.ts';
import { isSameSlot, OUTPUT_TEXTURE, PRINT_BUFFER } from '#core/plan/runDescriptor.ts';
import type { Project } from '#core/project/project.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import picture from '#core/slang/beginnings/picture.slang?raw';
import type { AttributeInText } from '#core/source/attributesInText.ts';
import type { Declaration, Source } from '#core/source/declarations.ts';
import type { Span } from '#core/source/tokens.ts';
import {
  createContexts,
  hasUnreadAttributes,
  type LintContext,
  type LintedProgram,
} from './context.ts';
import { drawLints } from './draws.ts';
import { addAttribute, addImports, type Fix, fixOf, type Lint, removeAttribute } from './lint.ts';
import { printfArguments } from './printfArguments.ts';
import { readWriteTexture } from './readWriteTexture.ts';
import { fittingAttributes, nearest, wrongCall } from './wrongCall.ts';

/** `attribute … is not valid here`: on a function instead of a parameter, or vice versa. */
const NOT_VALID_HERE = 31002;

function wrongAttribute(context: LintContext): Lint[] {
  const { source, program, parameterNamed } = context;
  const refused = (program?.members ?? []).flatMap((member) => {
    const declaration = parameterNamed(member.fullName);
    const isTarget = program?.draws.ok && program.draws.value.targets.has(member.name);
    const planned = planParameter(member, isTarget);
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

function attributeAt({ declarations }: Source, { from }: Span): AttributeInText | undefined {
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

function missingImport(context: LintContext): Lint[] {
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
      message: 'This attribute needs the module playground, which is not imported.',
      fixes: [fixOf('Add import playground;', [edit])],
    },
  ];
}

const PAIR = /^(?:float2|int2|uint2)$/;

/**
 * `imageMain` and `printMain`, which earlier playgrounds called by name. In a module, or in a
 * program with an entry point, they are ordinary functions.
 */
function oldStyleMain({ source, isMain, hasEntryPoint }: LintContext): Lint[] {
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
      message: `The name ${name} alone no longer makes a function run: an entry point needs attributes, which the quick fix adds.`,
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

/** A source that imports the module's texture cannot declare one of the same name. */
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

const ENTRY_POINT = picture.slice(picture.indexOf('[shader'));

/** These have a fix of their own, or the name of the inserted entry point. */
const OTHER_FUNCTIONS = new Set(['imageMain', 'printMain', 'draw']);

/** A program that compiles but has nothing to run. */
function noEntryPoint({ isMain, program, diagnostics, source }: LintContext): Lint[] {
  const { text, tokens, declarations } = source;
  const last = tokens.at(-1);
  const isFaulty = diagnostics.some(({ severity }) => severity === 'error' || severity === 'fatal');
  if (!isMain || program || isFaulty || !last) return [];
  if (declarations.some(({ name }) => OTHER_FUNCTIONS.has(name))) return [];
  const end = { from: text.length, to: text.length };
  const insert = `${text.endsWith('\n') ? '\n' : '\n\n'}${ENTRY_POINT}`;
  return [
    {
      ...{ from: last.from, to: last.to },
      severity: 'info',
      code: 'playground/no-entry-point',
      message: 'The source defines no entry point, so there is nothing to run.',
      fixes: [
        fixOf('Insert an entry point', [
          addImports(source, ['playground', 'rendering']),
          { ...end, insert },
        ]),
      ],
    },
  ];
}

const LINTS: readonly ((context: LintContext) => readonly Lint[])[] = [
  missingImport,
  oldStyleMain,
  noEntryPoint,
  neverDispatched,
  wrongCall,
  drawLints,
  noInitialContent,
  wrongAttribute,
  readWriteTexture,
  printfArguments,
  beyondDefaultLimits,
];

/**
 * Finds what prevents a project from running in the playground: for each file that the main file
 * reaches, by its path in the compiler, in source order. The compiler reports nothing about other
 * files, because they are not part of the program. Pure; accepts any text.
 *
 * @param answer the result of compiling exactly this project for WGSL
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

/** Reports requirements that not every device meets: such a run may work only on this device. */
function beyondDefaultLimits({ program, entryPointNamed, parameterNamed }: LintContext): Lint[] {
  const planned = program?.planned();
  if (!planned?.ok) return [];
  return findExcess(planned.value, DEFAULT_LIMITS).flatMap((excess) => {
    const { kind, name } = excess.owner;
    const declaration = kind === 'entry point' ? entryPointNamed(name) : parameterNamed(name);
    if (!declaration) return [];
    return {
      ...declaration.nameSpan,
      severity: 'info',
      code: 'playground/beyond-default-limits',
      message: describe(excess),
      fixes: [],
    };
  });
}

function describe({ limit, used, allowed, owner }: Excess): string {
  return (
    `${owner.name} needs more than WebGPU's default of ${allowed} ${COUNTED[limit]}: it has ${used}. ` +
    'Devices that offer no more cannot run it.'
  );
}

/** Resources that an entry point uses and that no attribute fills. */
function noInitialContent({ source, program, parameterNamed }: LintContext): Lint[] {
  if (!program?.isForPlayground) return [];
  return program.members.flatMap((member) => {
    const { name, attributes } = member;
    const declaration = parameterNamed(member.fullName);
    if (!declaration || !isUnfilled(member, program)) return [];
    if (hasUnreadAttributes(declaration, attributes)) return [];
    const fitting = fittingAttributes(member);
    const [first] = fitting;
    if (first === undefined) return [];
    return {
      ...declaration.nameSpan,
      severity: 'warning' as const,
      code: 'playground/no-initial-content' as const,
      message: `${name} has no initial contents and no size, so it cannot be created. Add, for example, ${first}.`,
      fixes: fitting.map((attribute) =>
        fixOf(`Add ${attribute}`, [
          addImports(source, ['playground']),
          addAttribute(source, declaration, attribute),
        ]),
      ),
    };
  });
}

/** Another message covers resources that cannot be bound at all. */
function isUnfilled(member: BoundParameter, program: LintedProgram): boolean {
  const { wgsl, entryPoints, draws } = program;
  const { name, place, attributes } = member;
  if (place.kind !== 'slot' || !draws.ok || draws.value.targets.has(name)) return false;
  if (attributes.some(({ name }) => name.startsWith('playground_'))) return false;
  if (defaultResource(member) || !resourceBinding(member, place).ok) return false;
  return entryPoints.some((entryPoint) =>
    [...(wgsl.usedBy(entryPoint.name) ?? [])].some((used) => isSameSlot(used, place)),
  );
}

/** Compute entry points that no attribute calls. */
function neverDispatched({ source, program, entryPointNamed }: LintContext): Lint[] {
  if (!program?.isForPlayground) return [];
  return program.entryPoints.flatMap((entryPoint) => {
    const declaration = entryPointNamed(entryPoint.name);
    const attributes = playgroundAttributes(entryPoint.attributes);
    const isCalled = attributes.some(({ name }) => name !== 'CALL_ONCE');
    if (entryPoint.stage !== 'compute' || !declaration || isCalled) return [];
    if (hasUnreadAttributes(declaration, entryPoint.attributes)) return [];
    const calls = callsFor(entryPoint, program);
    const isOnce = attributes.length > 0;
    return {
      ...declaration.nameSpan,
      severity: 'warning' as const,
      code: 'playground/never-dispatched' as const,
      message: isOnce
        ? `${entryPoint.name} runs once, but no attribute sets its number of threads. Add, for example, ${calls[0]}.`
        : `${entryPoint.name} never runs: no attribute calls it. Add, for example, ${calls[0]}.`,
      fixes: calls.map((call) => callFix({ source, program }, declaration, call)),
    };
  });
}

/** The call attributes that suit an entry point, the most likely first. */
function callsFor(entryPoint: EntryPointReflection, program: LintedProgram): string[] {
  const [x, y, z] = entryPoint.threadGroupSize;
  const once = x * y * z === 1 && entryPoint.attributes.length === 0;
  const calls = [
    ...sizesUsed(entryPoint, program).map((name) => `[playground::CALL::SIZE_OF("${name}")]`),
    `[playground::CALL(${x}, ${y}, ${z})]`,
    ...(once ? ['[playground::CALL(1, 1, 1)] [playground::CALL::ONCE]'] : []),
  ];
  return calls.slice(0, 4);
}

/** The resources whose size may be the entry point's number of threads, the picture first. */
function sizesUsed(entryPoint: EntryPointReflection, program: LintedProgram): string[] {
  const used = [...(program.wgsl.usedBy(entryPoint.name) ?? [])];
  const written = program.members.filter(({ name, type, place }) => {
    if (place.kind !== 'slot' || name === PRINT_BUFFER) return false;
    if (!used.some((slot) => isSameSlot(slot, place))) return false;
    const isWritten = type.kind === 'resource' && type.access !== 'read';
    const attribute = { name: 'playground_CALL_SIZE_OF', arguments: [name] };
    return isWritten && planCall({ ...entryPoint, attributes: [attribute] }, program.targets).ok;
  });
  const rank = ({ name, type }: (typeof written)[number]) =>
    name === OUTPUT_TEXTURE ? 0 : isBuffer(type) ? 1 : 2;
  return written.toSorted((one, other) => rank(one) - rank(other)).map(({ name }) => name);
}

function callFix(
  { source }: Pick<LintContext, 'source' | 'program'>,
  declaration: Declaration,
  call: string,
): Fix {
  return fixOf(`Add ${call}`, [
    addImports(source, ['playground']),
    addAttribute(source, declaration, call),
  ]);
}
