import { readTypeSizes, type SizeOf } from '#core/plan/wgsl/wgslLayout.ts';
import { type Call, callsIn, type InstrumentedCode, siteCallPattern } from './instrumentedCode.ts';

/** Smaller values cost next to nothing, in bytes. */
const LARGE = 256;

/** So much can be copied at all sites together, in bytes: a software device failed with the threefold. */
const MOST = 65_536;

/** What recording the value of a site copies. */
export interface CopiedValue {
  readonly site: number;
  /** Of the value. */
  readonly size: number;
  /** In all places at which a driver inlines it, and by all functions that pass it on. */
  readonly bytes: number;
}

/**
 * The sites that have to be left out, with the reason: those that copy most, until the others are within the
 * limit.
 */
export function tooLarge(code: InstrumentedCode, most: number = MOST): ReadonlyMap<number, string> {
  const values = copiedValues(code).toSorted((one, other) => one.bytes - other.bytes);
  let left = values.reduce((sum, { bytes }) => sum + bytes, 0);
  const sites = new Map<number, string>();
  for (let value = values.pop(); value && left > most; value = values.pop()) {
    const size = value.size.toLocaleString('en');
    const reason = `This value has ${size} bytes: copying it could make the graphics device fail.`;
    sites.set(value.site, reason);
    left -= value.bytes;
  }
  return sites;
}

interface WgslFunction {
  /** Bytes of its large parameters. */
  readonly copied: number;
  /** Its lines. */
  readonly body: readonly string[];
}

/** The large values that an instrumented program copies in order to record them. */
export function copiedValues({ code, prefix }: InstrumentedCode): CopiedValue[] {
  const functions = readFunctions(code);
  const calls = new Map(
    [...functions].map(([name, { body }]) => [name, callsOf(body, functions)] as const),
  );
  const placesOf = placesCounter(calls);
  const costs = new Map<string, number>();
  const costOf = (name: string): number => {
    const known = costs.get(name);
    if (known !== undefined) return known;
    costs.set(name, 0);
    const called = (calls.get(name) ?? []).filter(({ name: other }) => other.startsWith(prefix));
    const cost = called.reduce((sum, { name: other }) => sum + costOf(other), 0);
    costs.set(name, cost + (functions.get(name)?.copied ?? 0));
    return costs.get(name) ?? 0;
  };
  const isSiteCall = siteCallPattern(prefix);
  const found: CopiedValue[] = [];
  for (const [around, all] of calls) {
    for (const { name, site } of all) {
      const size = functions.get(name)?.copied ?? 0;
      if (site === null || size === 0 || !isSiteCall.test(name)) continue;
      found.push({ site, size, bytes: placesOf(around) * costOf(name) });
    }
  }
  return found;
}

/** The calls of functions of the program in these lines. */
function callsOf(
  body: readonly string[],
  functions: ReadonlyMap<string, unknown>,
): readonly Call[] {
  return body.flatMap(callsIn).filter(({ name }) => functions.has(name));
}

/** A function that says at how many places a function is, once all calls are inlined. */
function placesCounter(calls: ReadonlyMap<string, readonly Call[]>): (name: string) => number {
  const callers = new Map<string, string[]>();
  for (const [caller, all] of calls) {
    for (const { name } of all) callers.set(name, [...(callers.get(name) ?? []), caller]);
  }
  const places = new Map<string, number>();
  const placesOf = (name: string): number => {
    const known = places.get(name);
    if (known !== undefined) return known;
    places.set(name, 0);
    const around = callers.get(name);
    // Nothing calls an entry point.
    const count = around ? around.reduce((sum, caller) => sum + placesOf(caller), 0) : 1;
    places.set(name, count);
    return count;
  };
  return placesOf;
}

const HEAD = /^fn ([^\s(]+)\((.*)\)(?: -> .*)?$/;
const PARAMETER = /(?<!\w)\w+ : (.+?)(?=, {2}|$)/g;

/** As the Slang compiler writes them: a head on one line, and a brace alone at the end. */
function readFunctions(code: string): ReadonlyMap<string, WgslFunction> {
  const sizeOf = readTypeSizes(code);
  const functions = new Map<string, WgslFunction>();
  const lines = code.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, name, parameters = ''] = HEAD.exec(line) ?? [];
    if (name === undefined) continue;
    const end = lines.indexOf('}', at);
    const body = lines.slice(at + 1, end < 0 ? lines.length : end);
    functions.set(name, { copied: bytesOf(parameters, sizeOf), body });
  }
  return functions;
}

function bytesOf(parameters: string, sizeOf: SizeOf): number {
  let bytes = 0;
  for (const [, type = ''] of parameters.matchAll(PARAMETER)) {
    const size = sizeOf(type) ?? 0;
    if (size >= LARGE) bytes += size;
  }
  return bytes;
}
