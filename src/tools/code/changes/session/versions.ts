import { type CompileTarget, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { CompiledCode } from '#tools/code/analysis/lineMaps.ts';

/** The compiles of one target and entry point that are remembered. */
export interface Versions {
  readonly newest: CompiledCode;
  /** What the newest code is compared with; null for the first compile. */
  readonly base: CompiledCode | null;
  /** The last code before the newest that was different from it; null if there was none. */
  readonly previous: CompiledCode | null;
  /** When live mode made the newest, in milliseconds; null if somebody asked for it. */
  readonly liveSince: number | null;
}

/** By target and entry point; the one that was compiled last is the last. */
export type KeptVersions = ReadonlyMap<string, Versions>;

export interface Compile {
  readonly compiled: CompiledCode;
  /** Milliseconds, of any clock. */
  readonly at: number;
  readonly isLive: boolean;
}

/** Compiles of live mode that follow each other within this time (ms) show one edit. */
export const EDIT_PAUSE = 3000;

const MAX_OUTPUTS = 12;

/** Bytes of sources and code, two a character. */
export const MAX_BYTES = 16e6;

export function outputKey(target: CompileTarget, entryPoint: string | null): string {
  return compilesWholeProgram(target) ? target : `${target} ${entryPoint ?? ''}`;
}

/** Remembers a compile that succeeded. The source that was compiled last changes nothing again. */
export function withCompile(kept: KeptVersions, { compiled, at, isLive }: Compile): KeptVersions {
  const key = outputKey(compiled.request.target, compiled.request.entrypoint);
  const known = kept.get(key);
  const versions = new Map(kept);
  versions.delete(key);
  const next = known ? after(known, { compiled, at, isLive }) : first(compiled, at, isLive);
  // It would take the place of all others, and have none itself.
  return bytesOf(next) > MAX_BYTES ? versions : bounded(versions.set(key, next));
}

function first(newest: CompiledCode, at: number, isLive: boolean): Versions {
  return { newest, base: null, previous: null, liveSince: isLive ? at : null };
}

function after(known: Versions, { compiled, at, isLive }: Compile): Versions {
  if (haveSameSource(known.newest, compiled)) return known;
  const { liveSince } = known;
  const isSameEdit = isLive && liveSince !== null && at - liveSince <= EDIT_PAUSE;
  const base = (isSameEdit ? known.base : null) ?? known.newest;
  const candidates = [base, known.newest, known.previous];
  return {
    newest: compiled,
    base,
    previous: candidates.find((each) => each && each.code !== compiled.code) ?? null,
    liveSince: isLive ? at : null,
  };
}

function haveSameSource(one: CompiledCode, other: CompiledCode): boolean {
  return JSON.stringify(textsOf(one.request)) === JSON.stringify(textsOf(other.request));
}

/** Forgets what was compiled longest ago. */
function bounded(versions: Map<string, Versions>): KeptVersions {
  let bytes = 0;
  for (const each of versions.values()) bytes += bytesOf(each);
  for (const [key, oldest] of versions) {
    if (versions.size <= MAX_OUTPUTS && bytes <= MAX_BYTES) break;
    versions.delete(key);
    bytes -= bytesOf(oldest);
  }
  return versions;
}

function bytesOf({ newest, base, previous }: Versions): number {
  let characters = 0;
  for (const compiled of new Set([newest, base, previous])) {
    if (!compiled) continue;
    const { sourceCode, files = [] } = compiled.request;
    characters += compiled.code.length + sourceCode.length;
    for (const { text } of files) characters += text.length;
  }
  return 2 * characters;
}
