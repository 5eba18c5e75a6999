import type { ExplainedError } from '#core/plan/wgsl/wgslErrors.ts';
import { callsIn, type InstrumentedCode, siteCallPattern } from './instrumentedCode.ts';

const REFUSED = 'The browser refuses the WGSL that records this:';

/**
 * The sites whose recording the browser refuses, with the reason: those of the refused lines or, of a line in a
 * function of the trace code, those of its callers. Empty if none is found.
 */
export function refusedSites(
  { code, prefix }: InstrumentedCode,
  errors: readonly Pick<ExplainedError, 'lineNum' | 'said'>[],
): ReadonlyMap<number, string> {
  const lines = code.split('\n');
  const isSiteCall = siteCallPattern(prefix);
  const sites = new Map<number, string>();
  for (const { lineNum, said } of errors) {
    const around = functionAround(lines, lineNum - 1);
    if (!around) continue;
    const { name, end } = around;
    const found = name.startsWith(prefix)
      ? sitesOfCallers(lines, name, isSiteCall)
      : sitesFrom(lines.slice(lineNum - 1, end), isSiteCall);
    for (const site of found) sites.set(site, `${REFUSED} ${said}`);
  }
  return sites;
}

/** In the first line that has some: what is computed before a value is recorded has lines of its own. */
function sitesFrom(lines: readonly string[], isSiteCall: RegExp): number[] {
  for (const line of lines) {
    const calls = callsIn(line).filter(({ name }) => isSiteCall.test(name));
    if (calls.length > 0) return calls.flatMap(({ site }) => site ?? []);
  }
  return [];
}

/** Those with which a function of the trace code is called, or those that lead to it. */
function sitesOfCallers(lines: readonly string[], name: string, isSiteCall: RegExp): number[] {
  const names = new Set([name]);
  const sites: number[] = [];
  for (const called of names) {
    for (const [index, line] of lines.entries()) {
      if (line.startsWith('fn ') || !line.includes(called)) continue;
      const calls = callsIn(line).filter((call) => call.name === called);
      for (const { site } of calls) {
        if (site === null || !isSiteCall.test(called)) {
          const caller = functionAround(lines, index)?.name;
          if (caller !== undefined) names.add(caller);
        } else sites.push(site);
      }
    }
  }
  return sites;
}

/** The function that a line is in, as the Slang compiler writes it, and the index of its last line. */
function functionAround(
  lines: readonly string[],
  index: number,
): { readonly name: string; readonly end: number } | undefined {
  const before = lines.slice(0, index + 1);
  const start = before.findLastIndex((line) => /^(?:fn |\})/.test(line));
  const name = /^fn ([^\s(]+)/.exec(lines[start] ?? '')?.[1];
  const end = lines.indexOf('}', index);
  return name === undefined ? undefined : { name, end: end < 0 ? lines.length : end };
}
