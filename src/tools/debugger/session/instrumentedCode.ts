import { SITE_CALLS } from '#core/source/instrument/site.ts';

/** An instrumented program as the browser got it. */
export interface InstrumentedCode {
  readonly code: string;
  /** What names of the trace code begin with. */
  readonly prefix: string;
}

/** A call in WGSL. */
export interface Call {
  readonly name: string;
  /** The first argument, if it is a number: of a call that records a value, the site. */
  readonly site: number | null;
}

/** Whatever precedes a parenthesis, so keywords and constructors too. */
export function callsIn(line: string): readonly Call[] {
  return Array.from(
    line.matchAll(/(?<!\w)([A-Za-z_]\w*)\((?:u32\((\d+)\))?/g),
    ([, name = '', site]) => ({ name, site: site === undefined ? null : Number(site) }),
  );
}

/** Matches the names of the functions that record a value. */
export function siteCallPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}${SITE_CALLS}_\\d+$`);
}
