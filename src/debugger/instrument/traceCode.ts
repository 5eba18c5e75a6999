import type { OwnType } from './ownTypes.ts';
import traceSource from './trace.slang?raw';
import { FINDINGS_PER_SITE } from './traceLayout.ts';
import pictureSource from './tracePicture.slang?raw';
import type { Refused } from './writer.ts';

export interface TraceCodeOptions {
  readonly source: string;
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

/** Writes what records values into the trace buffer: the same for all sources, but for their own types. */
export function writeTraceCode(options: TraceCodeOptions): TraceCode {
  const { source, prefix, types, siteCount, hasPicture, refused } = options;
  const toldWords = Math.ceil((siteCount * FINDINGS_PER_SITE) / 32);
  const common = traceSource.replaceAll(
    'TRACE_TOLD_WORDS',
    String(Math.min(Math.max(toldWords, 1), MOST_TOLD_WORDS)),
  );
  const lines = ['import playground;', ...macroEnds(source), ...common.trimEnd().split('\n')];
  const typeLines = new Map<number, number>();
  for (const [index, type] of types.entries()) {
    if (refused.types.has(index)) continue;
    typeLines.set(lines.length, index);
    lines.push(extensionOf(type, index));
  }
  const picture = hasPicture && refused.stores === null ? lines.length : Number.POSITIVE_INFINITY;
  if (Number.isFinite(picture)) lines.push(...pictureSource.trimEnd().split('\n'));
  return { text: named(lines.join('\n'), prefix), typeLines, picture };
}

/** Names of the trace code begin with `prefix`. */
function named(code: string, prefix: string): string {
  if (prefix === 'trace_') return code;
  return code.replaceAll(/\btrace_/g, prefix).replaceAll(/\bTRACE_/g, prefix.toUpperCase());
}

/** Macros of the source that would change the code behind it. */
function macroEnds(source: string): string[] {
  const macros = new Set(
    [...source.matchAll(/^[ \t]*#[ \t]*define[ \t]+(\w+)/gm)].map(([, name]) => name),
  );
  const words = new Set([...((traceSource + pictureSource).match(/\w+/g) ?? [])]);
  return [...macros].flatMap((name) => (name && words.has(name) ? `#undef ${name}` : []));
}

function extensionOf({ traced, type, generics }: OwnType, index: number): string {
  const body =
    traced.kind === 'enum'
      ? `trace_head(TRACE_ENUM | ${index}); trace_look(TRACE_INT, uint(this));`
      : [
          `trace_head(TRACE_STRUCT | ${index});`,
          ...traced.fields.map((field) => `trace_put(this.${field});`),
        ].join(' ');
  const declared = generics === '' ? '' : ` ${generics}`;
  return `extension${declared} ${type} : trace_IValue { void trace_put() { ${body} } }`;
}
