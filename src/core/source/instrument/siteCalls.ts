import { SITE_CALLS } from './site.ts';

/** A call in an instrumented program's WGSL. */
export interface Call {
  readonly name: string;
  /** The first argument, if it is a number. In a call that records a value, this is the site. */
  readonly site: number | null;
}

/** Matches any word before a parenthesis, including keywords and constructors. */
export function callsIn(line: string): readonly Call[] {
  return Array.from(
    line.matchAll(/(?<!\w)([A-Za-z_]\w*)\((?:u32\((\d+)\))?/g),
    ([, name = '', site]) => ({ name, site: site === undefined ? null : Number(site) }),
  );
}

export function siteCallPattern(prefix: string): RegExp {
  return new RegExp(`^${prefix}${SITE_CALLS}_\\d+$`);
}
