import { ownValue } from '#core/util/ownValue.ts';
import { OPTIONAL, type OwnType } from './ownTypes.ts';
import commonSource from './trace.slang?raw';
import costsSource from './traceCosts.slang?raw';
import findingsSource from './traceFindings.slang?raw';
import interfaceFindingsSource from './traceInterfaceFindings.slang?raw';
import interfaceRecordsSource from './traceInterfaceRecords.slang?raw';
import { FINDINGS_PER_SITE, VALUE_KIND } from './traceLayout.ts';
import nonFiniteSource from './traceNonFinite.slang?raw';
import outOfRangeSource from './traceOutOfRange.slang?raw';
import pictureSource from './tracePicture.slang?raw';
import recordsSource from './traceRecords.slang?raw';
import { builtInTypes, typeCode } from './typeCode.ts';
import { type Refused, recordsValues, type TraceKind } from './writer.ts';
import { type DeclaredTypes, isA, lastName, type OwnInterface } from './writtenTypes.ts';

export interface TraceCodeOptions {
  readonly source: string;
  readonly kind: TraceKind;
  readonly prefix: string;
  readonly types: readonly OwnType[];
  readonly declared: DeclaredTypes;
  readonly siteCount: number;
  readonly opened: OpenedTypes;
  /** The source stores to the picture. */
  readonly hasPicture: boolean;
  readonly refused: Refused;
}

/** Types of values that are known when they are used only. */
export interface OpenedTypes {
  /** Types are parameters. */
  readonly hasParameters: boolean;
  readonly hasTuples: boolean;
  /** Those of the source that values have. */
  readonly interfaces: readonly OwnInterface[];
  /** What else values can be then: types with arguments, and arrays. */
  readonly concrete: readonly string[];
}

/** What stands behind the source's last line. */
export interface TraceCode {
  readonly text: string;
  /**
   * Lines of it, from 0 on, that record a type of the source, with the type's index; the opened types have
   * the indices behind those.
   */
  readonly typeLines: ReadonlyMap<number, number>;
  /** Lines from this one on store to the picture; Infinity if none do. */
  readonly picture: number;
}

const SOURCES = [
  ...[commonSource, recordsSource, costsSource, pictureSource],
  ...[findingsSource, nonFiniteSource, outOfRangeSource],
  ...[interfaceRecordsSource, interfaceFindingsSource],
];

/** A word has 32 findings. More than these many words would be too much memory for a thread. */
const MOST_TOLD_WORDS = 512;

/** Writes what records into the trace buffer: the same for all sources, but for their own types. */
export function writeTraceCode(options: TraceCodeOptions): TraceCode {
  const { source, kind, prefix, siteCount, hasPicture, refused } = options;
  const common = `${commonSource}${kindSource(kind, siteCount)}`.trimEnd();
  const lines = ['import playground;', ...macroEnds(source), ...named(common, prefix).split('\n')];
  const typeLines = new Map<number, number>();
  if (recordsValues(kind)) pushTypes(lines, typeLines, { ...options, kind });
  const picture = hasPicture && refused.stores === null ? lines.length : Number.POSITIVE_INFINITY;
  if (Number.isFinite(picture)) lines.push(...named(pictureCode(source), prefix).split('\n'));
  return { text: lines.join('\n'), typeLines, picture };
}

/** What records values of the source's own types, and of those that are parameters. */
function pushTypes(
  lines: string[],
  typeLines: Map<number, number>,
  {
    source,
    kind,
    prefix,
    types,
    declared,
    opened,
    refused,
  }: TraceCodeOptions & { readonly kind: 'records' | 'non-finite' },
): void {
  const code = typeCode(kind, prefix, declared);
  const pushFor = (index: number, line: string, reason = index) => {
    if (refused.types.has(index)) return;
    typeLines.set(lines.length, reason);
    lines.push(line);
  };
  const { interfaces, concrete, hasParameters, hasTuples } = opened;
  const pushTests = (canBe: (type: string) => boolean, reason?: number) => {
    for (const [index, { type, generics }] of types.entries()) {
      if (generics === '' && canBe(type)) pushFor(index, code.test(type), reason);
    }
    for (const [index, type] of concrete.entries()) {
      // Arrays of whole numbers have nothing to find.
      const isTold = kind === 'records' || !/^(?:bool|u?int)/.test(type);
      if (isTold && canBe(type)) pushFor(types.length + index, code.test(type), reason);
    }
  };
  for (const [index, type] of types.entries()) pushFor(index, code.extension(type, index));
  const tuples = types.length + concrete.length;
  for (const type of interfaces) {
    const isType = (name: string) => isA(declared.bases, lastName(name), lastName(type.name));
    for (const line of interfaceLines(type, { kind, prefix, types })) {
      if (line === TESTS) pushTests(isType);
      else pushFor(tuples + 1 + type.index, line);
    }
  }
  if (hasTuples) pushFor(tuples, code.tuples);
  lines.push(code.begin);
  if (hasParameters) {
    const builtIn = builtInTypes(kind, source);
    // A tuple of interfaces makes all tests errors.
    const reason = hasTuples && !refused.types.has(tuples) ? tuples : undefined;
    for (const type of builtIn) {
      if (reason !== undefined) typeLines.set(lines.length, reason);
      lines.push(code.test(type));
    }
    pushTests(() => true, reason);
  }
  lines.push(code.end);
}

/** Where tests of types stand in the code for an interface. */
const TESTS = '    TRACE_TESTS';

function interfaceLines(
  { name, index }: OwnInterface,
  { kind, prefix, types }: Pick<TraceCodeOptions, 'kind' | 'prefix' | 'types'>,
): string[] {
  const optional = types.findIndex(({ traced }) => traced.name === OPTIONAL);
  const template = kind === 'records' ? interfaceRecordsSource : interfaceFindingsSource;
  const lines = template.trimEnd().split('\n');
  return lines.map((line) => {
    if (line === TESTS) return line;
    const filled = line
      .replaceAll(/\b(trace_[a-zA-Z]+[IO])0\b/g, `$1${index}`)
      .replaceAll('TRACE_OPTIONAL', String((VALUE_KIND.struct << 16) | Math.max(optional, 0)))
      .replaceAll('TRACE_INTERFACE', name);
    return named(filled, prefix);
  });
}

function kindSource(kind: TraceKind, siteCount: number): string {
  switch (kind) {
    case 'records':
      return recordsSource;
    case 'cost':
      return costsSource;
    case 'non-finite':
    case 'out-of-range': {
      const words = Math.ceil((siteCount * FINDINGS_PER_SITE) / 32);
      const mode = kind === 'non-finite' ? 'TRACE_NON_FINITE' : 'TRACE_OUT_OF_RANGE';
      const found = kind === 'non-finite' ? nonFiniteSource : outOfRangeSource;
      return `${findingsSource}\n${found}`
        .replaceAll('TRACE_TOLD_WORDS', String(Math.min(Math.max(words, 1), MOST_TOLD_WORDS)))
        .replaceAll('TRACE_FINDING_MODE', mode);
    }
  }
}

/** The texels of the picture, where the source declares it. */
const DECLARED = /\bTexture2D\s*<\s*(\w+)\s*>\s*outputTexture\b/;

/** How a texel becomes four numbers. */
const AS_COLOR: Readonly<Record<string, string>> = {
  float4: 'color',
  float: 'float4(color, 0, 0, 1)',
  float2: 'float4(color, 0, 1)',
  float3: 'float4(color, 1)',
};

function pictureCode(source: string): string {
  const [, texel = 'float4'] =
    DECLARED.exec(source.replaceAll(/\b(?:RW|W)Texture/g, 'Texture')) ?? [];
  return pictureSource
    .trimEnd()
    .replaceAll('TRACE_TEXEL_TYPE', texel)
    .replaceAll('TRACE_AS_COLOR', ownValue(AS_COLOR, texel) ?? 'float4(color)');
}

/** Names of the trace code begin with `prefix`. */
function named(code: string, prefix: string): string {
  if (prefix === 'trace_') return code;
  return code.replaceAll(/\btrace_/g, prefix).replaceAll(/\bTRACE_/g, prefix.toUpperCase());
}

/** Macros of the source that would change the code behind it. */
function macroEnds(source: string): string[] {
  const defined = source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm);
  const code = SOURCES.join('\n');
  const words = new Set(code.match(/\w+/g));
  const names = new Set([...defined].flatMap(([, name]) => name ?? []));
  return [...names].flatMap((name) => (words.has(name) ? `#undef ${name}` : []));
}
