import type { ProgramData } from '#tools/export/runtime/programData.ts';

/** Id of the element that holds the {@link ProgramData} as JSON. */
export const DATA_ID = 'program-data';

/**
 * In the JSON, WGSL is an object with this key and one string per line. No name in a program has
 * spaces.
 */
const LINES = 'WGSL, line by line';

export function linesOf(code: string): { readonly [LINES]: readonly string[] } {
  return { [LINES]: code.split('\n') };
}

export function readPageData(): ProgramData {
  return parsePageData(document.getElementById(DATA_ID)?.textContent ?? '');
}

export function parsePageData(json: string): ProgramData {
  return JSON.parse(json, (_, value) => value?.[LINES]?.join('\n') ?? value);
}
