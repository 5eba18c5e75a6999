import { remoteOrigins } from '#program/remoteOrigins.ts';
import type { RunDescriptor } from '#program/runDescriptor.ts';
import { isStringArray } from '#shared/json.ts';
import { settings, tabSettings } from '#shared/storage.ts';
import { textHash } from '#shared/text.ts';

/** Why a run was not started. */
export type HeldRun =
  /** A text from somewhere else would fetch from these origins, which nobody has allowed yet. */
  | { readonly kind: 'origins'; readonly origins: readonly string[] }
  /** Nobody has asked for it, and it has lost the device or hung the page before. */
  | { readonly kind: 'suspect' };

export interface GatedRun {
  readonly source: string;
  readonly descriptor: RunDescriptor;
  /** It comes with the page or with a link, not by a person who presses Run. */
  readonly automatic: boolean;
  /** The text was written here, and comes with the page since it was here before. */
  readonly own?: boolean;
  /** The text comes from a link. */
  readonly foreign: boolean;
}

/** Keeps runs back that a person should decide about. */
export interface RunGate {
  /** Null if nothing is in the way. */
  check(run: GatedRun): HeldRun | null;
  /** From now on, here and in later visits, everything may be fetched from these origins. */
  allow(origins: readonly string[]): void;
  /** A run begins: until it has lasted, it is under suspicion should the page not live on. */
  started(source: string): void;
  /** A frame was submitted. Called in each frame. */
  frame(): void;
  /** The run has lost the graphics device. */
  lost(source: string): void;
  /** The page is left in good order. */
  pageLeft(): void;
}

const ALLOWED = 'playground:allowed-origins';
const DANGEROUS = 'playground:dangerous-sources';
const BEGUN = 'playground:run-begun';

/** So many sources are remembered for having lost the device, those of the last times. */
const MAX_DANGEROUS = 50;

/** A run that draws for so long, in milliseconds, has not hung the page. */
const LASTING = 3000;

/**
 * @param pageOrigin what may always be fetched from
 * @param now milliseconds
 */
export function createRunGate(
  pageOrigin: () => string,
  now: () => number = () => performance.now(),
): RunGate {
  // What the page that stood here before has begun and never come to the end of.
  const hung = tabSettings.getItem(BEGUN);
  tabSettings.removeItem(BEGUN);
  let begun: { readonly hash: string; readonly at: number } | null = null;

  const isSuspect = (source: string) => {
    const hash = textHash(source);
    return hash === hung || readList(DANGEROUS).includes(hash);
  };
  const settle = () => {
    begun = null;
    tabSettings.removeItem(BEGUN);
  };
  return {
    check({ source, descriptor, automatic, own, foreign }) {
      if (automatic && isSuspect(source)) return { kind: 'suspect' };
      if (!foreign && (!automatic || own)) return null;
      const allowed = new Set(readList(ALLOWED));
      const origins = remoteOrigins(descriptor, pageOrigin()).filter(
        (origin) => !allowed.has(origin),
      );
      return origins.length > 0 ? { kind: 'origins', origins } : null;
    },
    allow(origins) {
      writeList(ALLOWED, [...new Set([...readList(ALLOWED), ...origins])]);
    },
    started(source) {
      begun = { hash: textHash(source), at: now() };
      tabSettings.setItem(BEGUN, begun.hash);
    },
    frame() {
      if (!begun || now() - begun.at < LASTING) return;
      const { hash } = begun;
      settle();
      const dangerous = readList(DANGEROUS);
      if (dangerous.includes(hash)) {
        writeList(
          DANGEROUS,
          dangerous.filter((other) => other !== hash),
        );
      }
    },
    lost(source) {
      settle();
      const hash = textHash(source);
      const others = readList(DANGEROUS).filter((other) => other !== hash);
      writeList(DANGEROUS, [...others, hash].slice(-MAX_DANGEROUS));
    },
    pageLeft: settle,
  };
}

function readList(key: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(settings.getItem(key) ?? '[]');
    return isStringArray(list) ? list : [];
  } catch {
    return [];
  }
}

function writeList(key: string, list: readonly string[]): void {
  settings.setItem(key, JSON.stringify(list));
}
