import type { CodeDifference } from '#core/output/codeDifference/codeDifference.ts';
import { linesText } from '#core/util/countText.ts';

type Counts = Pick<CodeDifference, 'added' | 'removed'>;

/** Such as `+3 −1`. */
export function countText({ added, removed }: Counts): string {
  const counts = [added > 0 && `+${added}`, removed > 0 && `−${removed}`];
  return counts.filter((each) => each !== false).join(' ');
}

/** Such as `3 lines added, 1 line removed`. */
export function describeDifference({ added, removed }: Counts): string {
  const parts = [
    added > 0 && `${linesText(added)} added`,
    removed > 0 && `${linesText(removed)} removed`,
  ];
  return parts.filter((each) => each !== false).join(', ');
}
