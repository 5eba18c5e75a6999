import type { CompileReport, CompileRequest, CompileResult } from '#core/output/compileResult.ts';
import { type CompileCache, cacheKey, canMakeKeys } from './compileCache.ts';

/** The stored results of one compiler. Nothing here rejects. */
export interface CompileMemory {
  /** Whether results can be stored now. */
  isAvailable(): boolean;
  find(request: CompileRequest): Promise<CompileReport | null>;
  keep(request: CompileRequest, result: CompileResult): Promise<void>;
  /** Sets the fingerprint of the current compiler. */
  setFingerprint(fingerprint: string): void;
}

/** @param known the compiler's fingerprint, if it is known before the compiler has loaded */
export function createCompileMemory(cache: CompileCache, known: string | undefined): CompileMemory {
  let fingerprint = known;
  const keyOf = async (request: CompileRequest) =>
    fingerprint === undefined ? null : cacheKey(fingerprint, request);
  return {
    isAvailable: () => fingerprint !== undefined && canMakeKeys(),
    async find(request) {
      const started = performance.now();
      const key = await keyOf(request);
      const result = key === null ? undefined : await cache.get(key);
      if (!result) return null;
      const milliseconds = performance.now() - started;
      return { ...result, milliseconds, memoryBytes: null, cached: true };
    },
    async keep(request, result) {
      const key = await keyOf(request);
      if (key !== null) await cache.set(key, result);
    },
    setFingerprint(next) {
      fingerprint = next;
    },
  };
}
