import type { CompileTarget } from '#core/output/compileTarget.ts';
import type { WordRange } from './codeDifference.ts';
import { tokenPattern } from './readCode.ts';

/** The places of the tokens of a line that have changed, those beside each other as one. */
export function wordRanges(
  target: CompileTarget,
  text: string,
  isChanged: (token: number) => boolean,
): WordRange[] {
  const ranges: { from: number; to: number }[] = [];
  let index = 0;
  let wasChanged = false;
  for (const token of text.matchAll(tokenPattern(target))) {
    const changed = isChanged(index);
    const to = token.index + token[0].length;
    const last = ranges.at(-1);
    if (changed && wasChanged && last) last.to = to;
    else if (changed) ranges.push({ from: token.index, to });
    wasChanged = changed;
    index += 1;
  }
  return ranges;
}
