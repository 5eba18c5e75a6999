import { remoteOrigins } from '#core/plan/remoteOrigins.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type { HeldRun } from '#workspace/runState.ts';
import type { PageService } from '#workspace/services.ts';
import { storedList } from '#workspace/storedList.ts';
import { createCrashRecord, findEndedRuns } from './crashRecord.ts';
import { createRunRecord, type SourceOrigin } from './runRecord.ts';
import type { RunCause } from './runRequest.ts';

export interface GatedRun extends SourceOrigin {
  readonly source: string;
  readonly descriptor: RunDescriptor;
  readonly cause: RunCause;
}

/** Holds back runs that the user should decide about. */
export type RunGate = ReturnType<typeof createRunGate>;

/**
 * @param pageOrigin the origin that may always be fetched from
 * @param now the time in milliseconds
 */
export function createRunGate(
  pageOrigin: () => string,
  pages: PageService,
  now: () => number = () => performance.now(),
) {
  const allowed = storedList(STORAGE_KEYS.allowedOrigins);
  const record = createRunRecord();
  const endedRuns = findEndedRuns(record, pages);
  const crashRecord = createCrashRecord(record, pages, now);
  return {
    crashRecord,
    /**
     * Null if the run may start. Before a run that the user did not request with Run, it waits
     * until it is known how other pages ended.
     */
    async check({
      source,
      descriptor,
      cause,
      foreign,
      siteDemo,
    }: GatedRun): Promise<HeldRun | null> {
      const automatic = cause !== 'pressed';
      if (automatic) await endedRuns;
      const badEnd = automatic ? record.evidenceAgainst(source, { foreign, siteDemo }) : null;
      if (badEnd) return { kind: 'suspect', badEnd };
      if (!foreign && cause !== 'opened') return null;
      const known = new Set(allowed.read());
      const origins = remoteOrigins(descriptor, pageOrigin()).filter(
        (origin) => !known.has(origin),
      );
      return origins.length > 0 ? { kind: 'origins', origins } : null;
    },
    /** Allows all fetches from these origins, in this and later visits. */
    allow(origins: readonly string[]) {
      allowed.write([...new Set([...allowed.read(), ...origins])]);
    },
    /** The source's run has lost the graphics device. */
    lost(source: string) {
      crashRecord.ended();
      record.lostDevice(source);
    },
  };
}
