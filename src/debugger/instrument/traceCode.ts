import { ownValue } from '#shared/ownValue.ts';
import type { OwnType } from './ownTypes.ts';
import commonSource from './trace.slang?raw';
import costsSource from './traceCosts.slang?raw';
import findingsSource from './traceFindings.slang?raw';
import { FINDINGS_PER_SITE } from './traceLayout.ts';
import nonFiniteSource from './traceNonFinite.slang?raw';
import outOfRangeSource from './traceOutOfRange.slang?raw';
import pictureSource from './tracePicture.slang?raw';
import recordsSource from './traceRecords.slang?raw';
import { builtInTypes, typeCode } from './typeCode.ts';
import { type Refused, recordsValues, type TraceKind } from './writer.ts';

export interface TraceCodeOptions {
  readonly source: string;
  readonly kind: TraceKind;
  readonly prefix: string;
  readonly types: readonly OwnType[];
  readonly siteCount: number;
  /** Values have types that are parameters. */
  readonly isGeneric: boolean;
  /** The source stores to the picture. */
  readonly hasPicture: boolean;
  readonly refused: Refused;
}

/** What stands behind the source's last line. */
export interface TraceCode {
  readonly text: string;
  /** Lines of it, from 0 on, that record a type of the source, with the type's index. */
  readonly typeLines: ReadonlyMap<number, number>;
  /** Lines from this one on store to the picture; Infinity if none do. */
  readonly picture: number;
}

const SOURCES = [
  ...[commonSource, recordsSource, costsSource, pictureSource],
  ...[findingsSource, nonFiniteSource, outOfRangeSource],
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
    isGeneric,
    refused,
  }: TraceCodeOptions & { readonly kind: 'records' | 'non-finite' },
): void {
  const code = typeCode(kind, prefix);
  const pushFor = (index: number, line: string) => {
    typeLines.set(lines.length, index);
    lines.push(line);
  };
  const taken = [...types.entries()].filter(([index]) => !refused.types.has(index));
  for (const [index, type] of taken) pushFor(index, code.extension(type, index));
  lines.push(code.begin);
  if (isGeneric) {
    const builtIn = builtInTypes(kind, /\bhalf\d?\b/.test(source));
    lines.push(...builtIn.map((type) => code.test(type)));
    for (const [index, { type, generics }] of taken) {
      if (generics === '') pushFor(index, code.test(type));
    }
  }
  lines.push(code.end);
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
