import { addressesOf } from '#core/plan/attributes/resources.ts';
import type { RunDescriptor } from '#core/plan/runDescriptor.ts';
import { STORAGE_KEYS } from '#engine/storage/storageKeys.ts';
import type { Message } from '#workspace/messages.ts';
import type { HeldRun } from '#workspace/runState.ts';
import type { PageService } from '#workspace/services.ts';
import {
  createCrashRecord,
  createRunRecord,
  findEndedRuns,
  type SourceOrigin,
  storedList,
} from './crashRecord.ts';

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

/**
 * Why a text runs: the user pressed Run (`pressed`), the page or a link opened it (`opened`), the
 * user chose or wrote it here and so knows what it fetches (`chosen`), or live mode follows the
 * typing (`live`).
 */
type RunCause = 'pressed' | 'opened' | 'chosen' | 'live';

/** The options of a run request. Without any, the user has pressed Run. */
export interface RunRequestOptions {
  /**
   * If an address opened the source, the messages before it was read; newer messages about the
   * address stay.
   */
  readonly beforeReading?: readonly Message[];
  readonly cause?: Exclude<RunCause, 'live'>;
  /** Whether the run only continues in another way, and so opens no tab. */
  readonly keepsTab?: boolean;
}

/**
 * The origins that a run fetches from, except the page's own. Each occurs once, in the order of the
 * resources. Omits the project's own images and data, and invalid addresses, which the fetch
 * refuses.
 *
 * @param pageOrigin such as `https://example.org`
 */
export function remoteOrigins(
  { resourceCommands, assets, uri }: Pick<RunDescriptor, 'resourceCommands' | 'assets' | 'uri'>,
  pageOrigin: string,
): string[] {
  const origins = resourceCommands.flatMap(({ parsedCommand }) => {
    return addressesOf(parsedCommand).flatMap((url) => {
      if (Object.hasOwn(assets, url)) return [];
      const address = URL.parse(url, uri);
      const isFetched = address?.protocol === 'http:' || address?.protocol === 'https:';
      return isFetched && address.origin !== pageOrigin ? [address.origin] : [];
    });
  });
  return [...new Set(origins)];
}
