import type { OwnType } from './ownTypes.ts';
import type { TracedType } from './site.ts';
import commonSource from './trace.slang?raw';
import costsSource from './traceCosts.slang?raw';
import findingsSource from './traceFindings.slang?raw';
import { FINDINGS_PER_SITE, VALUE_KIND } from './traceLayout.ts';
import pictureSource from './tracePicture.slang?raw';
import recordsSource from './traceRecords.slang?raw';
import { type Refused, recordsValues, type TraceKind } from './writer.ts';

export interface TraceCodeOptions {
  readonly source: string;
  readonly kind: TraceKind;
  readonly prefix: string;
  readonly types: readonly OwnType[];
  readonly siteCount: number;
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

/** A word has 32 findings. More than these many words would be too much memory for a thread. */
const MOST_TOLD_WORDS = 512;

/** Writes what records into the trace buffer: the same for all sources, but for their own types. */
export function writeTraceCode(options: TraceCodeOptions): TraceCode {
  const { source, kind, prefix, types, siteCount, hasPicture, refused } = options;
  const common = `${commonSource}${kindSource(kind, siteCount)}`.trimEnd();
  const lines = ['import playground;', ...macroEnds(source), ...named(common, prefix).split('\n')];
  const typeLines = new Map<number, number>();
  for (const [index, type] of types.entries()) {
    if (refused.types.has(index) || !recordsValues({ kind })) continue;
    typeLines.set(lines.length, index);
    lines.push(extensionOf(type, index, { kind, prefix }));
  }
  const picture = hasPicture && refused.stores === null ? lines.length : Number.POSITIVE_INFINITY;
  if (Number.isFinite(picture)) lines.push(...named(pictureCode(source), prefix).split('\n'));
  return { text: lines.join('\n'), typeLines, picture };
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
      return findingsSource
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
    .replaceAll('TRACE_AS_COLOR', AS_COLOR[texel] ?? 'float4(color)');
}

/** Names of the trace code begin with `prefix`. */
function named(code: string, prefix: string): string {
  if (prefix === 'trace_') return code;
  return code.replaceAll(/\btrace_/g, prefix).replaceAll(/\bTRACE_/g, prefix.toUpperCase());
}

/** Macros of the source that would change the code behind it. */
function macroEnds(source: string): string[] {
  const defined = source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm);
  const code = [commonSource, recordsSource, findingsSource, costsSource, pictureSource].join('\n');
  const words = new Set(code.match(/\w+/g));
  const names = new Set([...defined].flatMap(([, name]) => name ?? []));
  return [...names].flatMap((name) => (words.has(name) ? `#undef ${name}` : []));
}

function extensionOf(
  { traced, type, generics }: OwnType,
  index: number,
  { kind, prefix }: Pick<TraceCodeOptions, 'kind' | 'prefix'>,
): string {
  const declared = generics === '' ? '' : ` ${generics}`;
  const method = kind === 'records' ? putMethod(traced, index, prefix) : findMethod(traced, prefix);
  return `extension${declared} ${type} : ${prefix}IValue { ${method} }`;
}

function putMethod(traced: TracedType, index: number, prefix: string): string {
  const kind = VALUE_KIND[traced.kind] << 16;
  const head = `${prefix}word(at, ${kind | index}); uint end = at + 1;`;
  const puts =
    traced.kind === 'enum'
      ? `${prefix}word(end++, uint(this));`
      : traced.fields.map((field) => `end = ${prefix}putAny(end, this.${field});`).join(' ');
  return `uint ${prefix}put(uint at) { ${head} ${puts} return end; }`;
}

function findMethod(traced: TracedType, prefix: string): string {
  const fields = traced.kind === 'enum' ? [] : traced.fields;
  const finds = fields.map((field) => `found |= ${prefix}findAny(this.${field});`).join(' ');
  return `uint ${prefix}find() { uint found = 0; ${finds} return found; }`;
}
