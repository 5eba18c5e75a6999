import { ownValue } from '#core/util/ownValue.ts';
import { OPTIONAL, type OwnType } from './ownTypes.ts';
import type { TracedType, VertexKernel } from './site.ts';
import commonSource from './trace.slang?raw';
import accessesSource from './traceAccesses.slang?raw';
import atomicWordsSource from './traceAtomicWords.slang?raw';
import costsSource from './traceCosts.slang?raw';
import findingsSource from './traceFindings.slang?raw';
import fragmentRecordsSource from './traceFragmentRecords.slang?raw';
import fragmentsSource from './traceFragments.slang?raw';
import hitsSource from './traceHits.slang?raw';
import interfaceFindingsSource from './traceInterfaceFindings.slang?raw';
import interfaceRecordsSource from './traceInterfaceRecords.slang?raw';
import { FINDINGS_PER_SITE, MAX_ELEMENTS, VALUE_KIND } from './traceLayout.ts';
import nonFiniteSource from './traceNonFinite.slang?raw';
import nonFiniteOfSource from './traceNonFiniteOf.slang?raw';
import outOfRangeSource from './traceOutOfRange.slang?raw';
import paintSource from './tracePaint.slang?raw';
import pictureSource from './tracePicture.slang?raw';
import recordsSource from './traceRecords.slang?raw';
import recordsOfSource from './traceRecordsOf.slang?raw';
import verticesSource from './traceVertices.slang?raw';
import wordsSource from './traceWords.slang?raw';
import { type ModuleSuffix, type Refused, recordsTypes, type TraceKind } from './writer.ts';
import {
  type DeclaredTypes,
  isA,
  lastName,
  type OwnInterface,
  suffixOfType,
} from './writtenTypes.ts';

/** What the recording code depends on, in all modules. */
interface TraceProgram {
  readonly kind: TraceKind;
  readonly prefix: string;
  /** The texts of all files. */
  readonly source: string;
  readonly siteCount: number;
  readonly hasFragments: boolean;
  readonly hasKernels: boolean;
}

interface ModuleCodeOptions {
  readonly program: TraceProgram;
  /** The texts of the module. */
  readonly source: string;
  readonly suffix: ModuleSuffix;
  /** The module's own types, of which the first has the index `firstType` among all types. */
  readonly types: readonly OwnType[];
  readonly firstType: number;
  /** Types of the modules that it imports. */
  readonly imported: readonly OwnType[];
  readonly declared: DeclaredTypes;
  /** Indices from here on stand for what is refused besides types. */
  readonly firstOther: number;
  readonly opened: OpenedTypes;
  readonly hasPicture: boolean;
  /** The structs that fragment entry points return, with the field for the first target. */
  readonly fragments: ReadonlyMap<string, string>;
  readonly kernels: readonly VertexKernel[];
  readonly refused: Refused;
}

/** Types that are only known when a value is used. */
export interface OpenedTypes {
  /** Whether values may have type parameters. */
  readonly hasParameters: boolean;
  readonly hasTuples: boolean;
  /** Interfaces of the source that values may have. */
  readonly interfaces: readonly OwnInterface[];
  /** Further types of such values: types with arguments, and arrays. */
  readonly concrete: readonly string[];
}

/** The code after the last line of a module's file. */
export interface ModuleCode {
  readonly text: string;
  /** Zero-based lines that record a type of the source, with the index of what to leave out. */
  readonly typeLines: ReadonlyMap<number, number>;
  /** Lines from this one on run vertices, up to those that store to the picture. */
  readonly vertices: number;
  /** Lines from this one on store to the picture; Infinity if none do. */
  readonly picture: number;
  /** The first index that stands for nothing in this module. */
  readonly nextOther: number;
}

const SOURCES = [
  ...[recordsOfSource, nonFiniteOfSource, pictureSource],
  ...[interfaceRecordsSource, interfaceFindingsSource],
];

/** Maximum number of words, each with 32 findings. More would need too much memory per thread. */
const MOST_TOLD_WORDS = 512;

/** The name of the module with the code that all modules share. */
export function traceModule(prefix: string): string {
  return `${prefix}code`;
}

/** Writes the module that records. It does not depend on the source's types. */
export function writeTraceModule(program: TraceProgram): string {
  const { kind, prefix, hasFragments, hasKernels } = program;
  const hasWords = kind === 'paint' || (kind === 'records' && !hasFragments);
  const fragmentRecords = kind === 'records' ? fragmentRecordsSource : '';
  const parts = [
    ...['import playground;\n', hasWords ? wordsSource : atomicWordsSource],
    ...[commonSource, kindSource(program)],
    ...(hasFragments ? [fragmentRecords, fragmentsSource] : []),
    ...(hasKernels ? [verticesSource] : []),
  ];
  return named(parts.join(''), prefix);
}

/** Writes the code that records what is a module's own. */
export function writeModuleCode(options: ModuleCodeOptions): ModuleCode {
  const { program, source, suffix, hasPicture, fragments, kernels, refused } = options;
  const { kind, prefix } = program;
  const lines = [`import playground; import ${traceModule(prefix)};`, ...macroEnds(source)];
  lines.push(...named(fragmentCode(fragments).trimEnd(), prefix).split('\n'));
  const typeLines = new Map<number, number>();
  let nextOther = options.firstOther;
  if (recordsTypes(kind)) nextOther = pushTypes(lines, typeLines, options, kind);
  const vertices = lines.length;
  lines.push(...kernels.map(({ text }) => text));
  const picture = hasPicture && refused.stores === null ? lines.length : Number.POSITIVE_INFINITY;
  if (Number.isFinite(picture)) {
    lines.push(...named(pictureCode(program.source, suffix), prefix).split('\n'));
  }
  return { text: lines.join('\n'), typeLines, vertices, picture, nextOther };
}

/** Booleans, integers and arrays of them, which cannot be NaN or infinite. */
const WHOLE = /^(?:bool|u?int(?:8_t|16_t|64_t)?)(?:[1-4](?:x[1-4])?)?\b/;

/**
 * Adds the code that records values of own types and of opened types.
 *
 * @returns the first index after those of what may be refused
 */
function pushTypes(
  lines: string[],
  typeLines: Map<number, number>,
  options: ModuleCodeOptions,
  kind: 'records' | 'non-finite',
): number {
  const { program, suffix, types, firstType, imported, declared, opened, firstOther } = options;
  const { prefix } = program;
  const { interfaces, concrete, hasParameters, hasTuples } = opened;
  const code = typeCode(kind, { prefix, suffix, declared });
  const importedAt = firstOther + concrete.length;
  const tuples = importedAt + imported.length;
  const refused = options.refused.types;
  const pushFor = (index: number, line: string, reason = index) => {
    if (refused.has(index)) return;
    typeLines.set(lines.length, reason);
    lines.push(line);
  };
  const pushTests = (canBe: (type: string) => boolean, reason?: number) => {
    for (const [index, { type, generics }] of types.entries()) {
      if (generics === '' && canBe(type)) pushFor(firstType + index, code.test(type), reason);
    }
    for (const [index, type] of concrete.entries()) {
      const isTold = kind === 'records' || !WHOLE.test(type);
      if (isTold && canBe(type)) pushFor(firstOther + index, code.test(type), reason);
    }
    for (const [index, { type }] of imported.entries()) {
      if (canBe(type)) pushFor(importedAt + index, code.testImported(type), reason);
    }
  };
  for (const [index, type] of types.entries()) {
    pushFor(firstType + index, code.extension(type, firstType + index));
  }
  for (const [index, type] of interfaces.entries()) {
    const isType = (name: string) => isA(declared.bases, lastName(name), lastName(type.name));
    for (const line of interfaceLines(type, options, kind)) {
      if (line === TESTS) pushTests(isType);
      else pushFor(tuples + 1 + index, line);
    }
  }
  if (hasTuples) pushFor(tuples, code.tuples);
  lines.push(...code.begin);
  if (hasParameters) {
    const builtIn = builtInTypes(kind, program.source);
    // A tuple of interfaces makes every test fail to compile, so errors point to the tuples first.
    const reason = hasTuples && !refused.has(tuples) ? tuples : undefined;
    for (const type of builtIn) {
      if (reason !== undefined) typeLines.set(lines.length, reason);
      lines.push(code.test(type));
    }
    pushTests(() => true, reason);
  }
  lines.push(code.end);
  return tuples + 1 + interfaces.length;
}

/** Placeholder for type tests in the code for an interface. */
const TESTS = '    TRACE_TESTS';

function interfaceLines(
  { name, index }: OwnInterface,
  { program, suffix, types, firstType }: ModuleCodeOptions,
  kind: 'records' | 'non-finite',
): string[] {
  const optional = firstType + types.findIndex(({ traced }) => traced.name === OPTIONAL);
  const template = kind === 'records' ? interfaceRecordsSource : interfaceFindingsSource;
  const lines = template.trimEnd().split('\n');
  return lines.map((line) => {
    if (line === TESTS) return line;
    const filled = line
      .replaceAll(/\b(trace_[a-zA-Z]+[IO])0\b/g, `$1${index}${suffix}`)
      .replaceAll('TRACE_OPTIONAL', String((VALUE_KIND.struct << 16) | Math.max(optional, 0)))
      .replaceAll('TRACE_INTERFACE', name);
    return named(filled, program.prefix);
  });
}

function kindSource({ kind, source, siteCount }: TraceProgram): string {
  switch (kind) {
    case 'records':
      return recordsSource;
    case 'cost':
      return costsSource;
    case 'accesses':
      return accessesSource;
    case 'paint':
      return paintSource.replace('TRACE_TESTS', paintTests(source));
    case 'non-finite':
    case 'out-of-range':
    case 'hits': {
      const words = Math.ceil((siteCount * FINDINGS_PER_SITE) / 32);
      const { mode, found } = FINDINGS[kind];
      return `${findingsSource}\n${found}`
        .replaceAll('TRACE_TOLD_WORDS', String(Math.min(Math.max(words, 1), MOST_TOLD_WORDS)))
        .replaceAll('TRACE_FINDING_MODE', mode);
    }
  }
}

const FINDINGS = {
  'non-finite': { mode: 'TRACE_NON_FINITE', found: nonFiniteSource },
  'out-of-range': { mode: 'TRACE_OUT_OF_RANGE', found: outOfRangeSource },
  hits: { mode: 'TRACE_HITS', found: hitsSource },
} as const;

function paintTests(source: string): string {
  const types = builtInTypes('records', source).filter((type) => !type.includes('x'));
  return types
    .map((type) => `if (value is ${type}) (value as ${type}).value.trace_paint();`)
    .join(' ');
}

function fragmentCode(structs: ReadonlyMap<string, string>): string {
  const own = [...structs].map(
    ([type, field]) =>
      `${type} trace_returned(uint site, ${type} value) { trace_returned(site, value.${field}); return value; }\n`,
  );
  return own.join('');
}

/** The source's own declaration of the picture, with its texel type. */
const DECLARED = /\bTexture2D\s*<\s*(\w+)\s*>\s*outputTexture\b/;

/** Converts a texel to four numbers. */
const AS_COLOR: Readonly<Record<string, string>> = {
  float4: 'color',
  float: 'float4(color, 0, 0, 1)',
  float2: 'float4(color, 0, 1)',
  float3: 'float4(color, 1)',
};

function pictureCode(source: string, suffix: ModuleSuffix): string {
  const [, texel = 'float4'] =
    DECLARED.exec(source.replaceAll(/\b(?:RW|W)Texture/g, 'Texture')) ?? [];
  return pictureSource
    .trimEnd()
    .replaceAll(/\btrace_(store|drawPixel)\b/g, `$&${suffix}`)
    .replaceAll('TRACE_TEXEL_TYPE', texel)
    .replaceAll('TRACE_AS_COLOR', ownValue(AS_COLOR, texel) ?? 'float4(color)');
}

/** Replaces the default prefix of names in the trace code. */
function named(code: string, prefix: string): string {
  if (prefix === 'trace_') return code;
  return code.replaceAll(/\btrace_/g, prefix).replaceAll(/\bTRACE_/g, prefix.toUpperCase());
}

/** Undefines the source's macros that would change the code after it. */
function macroEnds(source: string): string[] {
  const defined = source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm);
  const code = SOURCES.join('\n');
  const words = new Set(code.match(/\w+/g));
  const names = new Set([...defined].flatMap(([, name]) => name ?? []));
  return [...names].flatMap((name) => (words.has(name) ? `#undef ${name}` : []));
}

interface TypeCode {
  /** A line that makes values of an own type recordable. */
  extension(type: OwnType, index: number): string;
  readonly tuples: string;
  /** The functions for values whose type is a parameter, up to the one that tests that type. */
  readonly begin: readonly string[];
  /** A line of that function, or of an interface's. */
  test(type: string): string;
  /** The same for a type whose extension is in another module, which only shows that it conforms. */
  testImported(type: string): string;
  readonly end: string;
}

interface TypeCodeOptions {
  readonly prefix: string;
  readonly suffix: ModuleSuffix;
  readonly declared: DeclaredTypes;
}

function typeCode(
  kind: 'records' | 'non-finite',
  { prefix, suffix, declared }: TypeCodeOptions,
): TypeCode {
  const isRecords = kind === 'records';
  const method = isRecords ? putMethod : findMethod;
  const call = isRecords ? 'put(at)' : 'find()';
  const own = isRecords ? recordsOfSource : nonFiniteOfSource;
  const ofTypes = own.trimEnd().replaceAll(/\btrace_\w+Of\b/g, `$&${suffix}`);
  const parameters = isRecords ? 'uint at, T value' : 'T value';
  const ofType = `${prefix}${isRecords ? 'put' : 'find'}AnyOf${suffix}`;
  const ofAny = `${prefix}${isRecords ? 'putAny(at, ' : 'findAny('}`;
  return {
    extension({ traced, type, generics, constraints, fields }, index) {
      const isGeneric = generics !== '';
      const suffixOf = (field: string) => {
        const opened = suffixOfType(declared, fields.get(field) ?? '') ?? (isGeneric && 'AnyOf');
        return opened ? `${opened}${suffix}` : 'Any';
      };
      const isArray = (field: string) => /[^\]]\[\]$/.test(fields.get(field) ?? '');
      const body = method(traced, index, {
        ...{ prefix, suffixOf },
        // Elements are recorded one by one because their type is a parameter.
        isOpenArray: (field) => isGeneric && isArray(field),
      });
      const head = ['extension', generics, type, `: ${prefix}IValue`, constraints];
      return `${head.filter((part) => part !== '').join(' ')} { ${body} }`;
    },
    tuples: `extension<each T> Tuple<expand each T> : ${prefix}IValue { ${tupleMethod(kind, prefix, ofType)} }`,
    begin: [...named(ofTypes, prefix).split('\n'), `uint ${ofType}<T>(${parameters}) {`],
    test: (type) => `if (value is ${type}) return (value as ${type}).value.${prefix}${call};`,
    testImported: (type) => `if (value is ${type}) return ${ofAny}(value as ${type}).value);`,
    end: isRecords ? `return ${prefix}putAny(at, value); }` : 'return 0; }',
  };
}

interface MethodOptions {
  readonly prefix: string;
  /** Suffix of the function that records a field. */
  suffixOf(field: string): string;
  /** Whether the field is an array whose element type may be a parameter. */
  isOpenArray(field: string): boolean;
}

function putMethod(
  traced: TracedType,
  index: number,
  { prefix, suffixOf, isOpenArray }: MethodOptions,
) {
  const head = `${prefix}word(at, ${(VALUE_KIND[traced.kind] << 16) | index}); uint end = at + 1;`;
  const putField = (type: string, field: string) => {
    const value = `this.${field}`;
    const put = (item: string) => `end = ${prefix}put${suffixOf(field)}(end, ${item});`;
    if (isOpenArray(field)) {
      const count = `uint(${value}.getCount())`;
      const begin = `${prefix}word(end, ${VALUE_KIND.array << 16}); ${prefix}word(end + 1, ${count}); end += 2;`;
      return `${begin} for (uint i = 0; i < min(${count}, ${MAX_ELEMENTS}); ++i) ${put(`${value}[i]`)}`;
    }
    const code = put(value);
    if (type !== OPTIONAL || field !== 'value') return code;
    return `if (this.hasValue) ${code} else ${prefix}word(end++, ${VALUE_KIND.opaque});`;
  };
  const puts =
    traced.kind === 'enum'
      ? `${prefix}word(end++, uint(this));`
      : traced.fields.map((field) => putField(traced.name, field)).join(' ');
  return `uint ${prefix}put(uint at) { ${head} ${puts} return end; }`;
}

function findMethod(
  traced: TracedType,
  _: number,
  { prefix, suffixOf, isOpenArray }: MethodOptions,
) {
  const fields = traced.kind === 'enum' ? [] : traced.fields;
  const finds = fields
    .map((field) => {
      const guard = traced.name === OPTIONAL ? 'if (this.hasValue) ' : '';
      const isArray = isOpenArray(field);
      const each = isArray ? `for (uint i = 0; i < uint(this.${field}.getCount()); ++i) ` : '';
      return `${guard}${each}found |= ${prefix}find${suffixOf(field)}(this.${field}${isArray ? '[i]' : ''});`;
    })
    .join(' ');
  return `uint ${prefix}find() { uint found = 0; ${finds} return found; }`;
}

function tupleMethod(kind: 'records' | 'non-finite', prefix: string, ofType: string): string {
  if (kind === 'non-finite') {
    return `uint ${prefix}find() { uint found = 0; expand found |= ${ofType}(each this); return found; }`;
  }
  const head = `${prefix}word(at, ${VALUE_KIND.tuple << 16} | countof(T)); uint end = at + 1;`;
  return `uint ${prefix}put(uint at) { ${head} expand end = ${ofType}(end, each this); return end; }`;
}

const COUNTS = ['2', '3', '4'];

/**
 * Types to test for when a value's type is a parameter. Each costs a test, so rare types count only
 * if the source names them.
 */
function builtInTypes(kind: 'records' | 'non-finite', source: string): string[] {
  const floats = /\bhalf\d?\b/.test(source) ? ['float', 'half'] : ['float'];
  const scalars = kind === 'records' ? [...floats, 'int', 'uint', 'bool'] : floats;
  const vectors = scalars.flatMap((scalar) => COUNTS.map((count) => `${scalar}${count}`));
  const matrices = vectors.flatMap((row) => COUNTS.map((count) => `${row}x${count}`));
  const isLikely = (matrix: string) =>
    /^float(?:2x2|3x3|4x4)$/.test(matrix) || source.includes(matrix) || /\bmatrix\b/.test(source);
  return [...scalars, ...vectors, ...matrices.filter(isLikely)];
}
