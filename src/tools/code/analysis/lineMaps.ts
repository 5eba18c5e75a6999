import type { CompileRequest } from '#core/output/compileResult.ts';
import type { LineMap, OutputCode } from '#core/output/lineMap/lineMap.ts';
import { relativeTarget } from '#core/output/lineMap/relativeTarget.ts';
import { readReflection } from '#core/plan/reflection/reflection.ts';
import { textsOf } from '#core/project/sourceTexts.ts';
import type { JsonValue } from '#core/util/json.ts';
import type { AnalysisClient } from '#engine/analysis/analysisClient.ts';
import type { BackgroundCompiles } from './backgroundCompiles.ts';

/** Compiled code and the request that produced it. */
export interface CompiledCode {
  readonly request: CompileRequest;
  readonly code: string;
  /** As reported by the compiler. */
  readonly reflection: JsonValue;
}

/** Finds the line maps of compiled code, and caches them. */
export type LineMaps = ReturnType<typeof createLineMaps>;

/** Number of cached maps. Each may take several megabytes. */
const MAX_MAPS = 8;

/** A search shared by its callers. It is aborted when the last caller aborts. */
interface Search {
  readonly map: Promise<LineMap | null>;
  readonly controller: AbortController;
  waiting: number;
}

export function createLineMaps(compiles: BackgroundCompiles, analysis: AnalysisClient) {
  const known = new Map<string, LineMap>();
  const searches = new Map<string, Search>();
  const remember = (key: string, map: LineMap) => {
    known.set(key, map);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_MAPS) break;
      known.delete(oldest);
    }
  };
  const end = (key: string, search: Search) => {
    if (searches.get(key) === search) searches.delete(key);
  };
  const begin = (key: string, compiled: CompiledCode): Search => {
    const controller = new AbortController();
    const map = findMap(compiled, compiles, analysis, controller.signal)
      .then((found) => {
        if (found) remember(key, found);
        return found;
      })
      .finally(() => end(key, search));
    const search: Search = { map, controller, waiting: 0 };
    searches.set(key, search);
    return search;
  };
  return {
    /** Null if the signal was aborted. Rejects with a sentence if the code cannot be analysed. */
    async of(compiled: CompiledCode, signal: AbortSignal): Promise<LineMap | null> {
      const { request, code } = compiled;
      if (signal.aborted) return null;
      const key = JSON.stringify([request.target, code, textsOf(request)]);
      const found = known.get(key);
      if (found) {
        // Evict the least recently used map first.
        known.delete(key);
        known.set(key, found);
        return found;
      }
      const search = searches.get(key) ?? begin(key, compiled);
      return waitFor(search, signal, () => end(key, search));
    },
  };
}

/** @param onLeft called when the last caller leaves */
function waitFor(search: Search, signal: AbortSignal, onLeft: () => void): Promise<LineMap | null> {
  search.waiting += 1;
  return new Promise((resolve, reject) => {
    const leave = () => {
      resolve(null);
      search.waiting -= 1;
      if (search.waiting > 0) return;
      onLeft();
      search.controller.abort();
    };
    signal.addEventListener('abort', leave, { once: true });
    search.map.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}

async function findMap(
  compiled: CompiledCode,
  compiles: BackgroundCompiles,
  analysis: AnalysisClient,
  signal: AbortSignal,
): Promise<LineMap | null> {
  const relatives = await relativesOf(compiled, compiles, signal);
  if (relatives === null) return null;
  const { request, code } = compiled;
  const output = { target: request.target, code };
  return analysis.ask('mapLines', { output, relatives, sources: textsOf(request) });
}

/**
 * The same program compiled to the target whose directives help to map it, once per entry point;
 * null if the signal was aborted.
 */
async function relativesOf(
  { request, reflection }: CompiledCode,
  compiles: BackgroundCompiles,
  signal: AbortSignal,
): Promise<OutputCode[] | null> {
  const target = relativeTarget(request.target);
  if (target === null) return [];
  const relatives: OutputCode[] = [];
  // Both of these targets produce one output per entry point.
  for (const { name: entrypoint } of readReflection(reflection).entryPoints) {
    const report = await compiles.compile({ ...request, target, entrypoint }, signal, 'soon');
    if (report === null) return null;
    // If one is missing, its functions have no origins.
    if (report !== 'no-answer' && report.succ) relatives.push({ target, code: report.result.code });
  }
  return relatives;
}
