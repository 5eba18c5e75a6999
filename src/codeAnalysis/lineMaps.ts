import type { CompileRequest } from '#program/compileResult.ts';
import { compilesWholeProgram } from '#program/compileTarget.ts';
import type { LineMap, OutputCode } from '#program/lineMap/lineMap.ts';
import { relativeTarget } from '#program/lineMap/relativeTarget.ts';
import { textsOf } from '#program/project/sourceTexts.ts';
import { readReflection } from '#program/reflection/reflection.ts';
import type { JsonValue } from '#shared/json.ts';
import type { AnalysisClient } from './analysisClient.ts';
import type { BackgroundCompiles } from './backgroundCompiles.ts';

/** Code that was compiled, with what it was compiled from. */
export interface CompiledCode {
  readonly request: CompileRequest;
  readonly code: string;
  /** The layout of the program as the compiler gives it. */
  readonly reflection: JsonValue;
}

/** Finds the line maps of compiled code, each once. */
export interface LineMaps {
  /** Null if the signal was aborted. Rejects with a sentence if the code cannot be analysed. */
  of(compiled: CompiledCode, signal: AbortSignal): Promise<LineMap | null>;
}

/** Remembered maps; each may take some megabytes. */
const MAX_MAPS = 8;

export function createLineMaps(compiles: BackgroundCompiles, analysis: AnalysisClient): LineMaps {
  const known = new Map<string, LineMap>();
  const remember = (key: string, map: LineMap) => {
    known.set(key, map);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_MAPS) break;
      known.delete(oldest);
    }
  };
  return {
    async of(compiled, signal) {
      const { request, code } = compiled;
      const sources = textsOf(request);
      const key = JSON.stringify([request.target, code, sources]);
      const found = known.get(key);
      if (found) return found;
      const relatives = await relativesOf(compiled, compiles, signal);
      if (relatives === null) return null;
      const output = { target: request.target, code };
      const map = await analysis.ask('mapLines', { output, relatives, sources });
      remember(key, map);
      return signal.aborted ? null : map;
    },
  };
}

/** The same program for another target whose code has directives; null if the signal was aborted. */
async function relativesOf(
  { request, reflection }: CompiledCode,
  compiles: BackgroundCompiles,
  signal: AbortSignal,
): Promise<OutputCode[] | null> {
  const target = relativeTarget(request.target);
  if (target === null) return [];
  const entryPoints = compilesWholeProgram(target)
    ? [null]
    : readReflection(reflection).entryPoints.map(({ name }) => name);
  const relatives: OutputCode[] = [];
  for (const entrypoint of entryPoints) {
    const report = await compiles.compile({ ...request, target, entrypoint }, signal);
    if (report === null) return null;
    // Without it, its functions stay without origins.
    if (report !== 'no-answer' && report.succ) relatives.push({ target, code: report.result.code });
  }
  return relatives;
}
