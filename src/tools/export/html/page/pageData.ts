import type { ProgramData } from '#tools/export/runtime/programData.ts';

/** Id of the element that holds {@link PageData} as JSON. */
export const DATA_ID = 'program-data';

export interface PageData extends Omit<ProgramData, 'shader'> {
  readonly shader: Omit<ProgramData['shader'], 'code'> & {
    /** WGSL, one string per line. */
    readonly code: readonly string[];
  };
}

export function readPageData(): ProgramData {
  const data = JSON.parse(document.getElementById(DATA_ID)?.textContent ?? '') as PageData;
  return { ...data, shader: { ...data.shader, code: data.shader.code.join('\n') } };
}
