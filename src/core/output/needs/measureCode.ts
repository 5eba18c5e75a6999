import type { OutputCode } from '#core/output/lineMap/lineMap.ts';
import { readNeeds } from './readNeeds.ts';

/** Target code in numbers, and what it needs. */
export interface CodeMeasures {
  /** Of the text as UTF-8. */
  readonly bytes: number;
  /** Without empty ones at the end. */
  readonly lines: number;
  readonly needs: readonly string[];
}

export function measureCode({ target, code }: OutputCode): CodeMeasures {
  return {
    bytes: new TextEncoder().encode(code).length,
    lines: code.trimEnd().split('\n').length,
    needs: readNeeds(target, code),
  };
}
