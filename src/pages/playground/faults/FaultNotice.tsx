import { useState } from 'react';
import { useStore } from 'zustand';
import { messageOf } from '#core/util/errors.ts';
import { brief } from '#core/util/text.ts';
import { CopyReport } from '#ui/faults/CopyReport.tsx';
import { faults } from '#ui/faults/faults.ts';
import { Notice } from '#ui/Notice.tsx';

const MAX_MESSAGE = 300;

/** Reports failures that no part of the page shows. Shows the same error only once. */
export function FaultNotice() {
  const found = useStore(faults);
  const [closed, setClosed] = useState(0);
  const shown = found.slice(closed);
  const newest = shown.at(-1);
  if (!newest) return null;
  const texts = [
    `Something on this page failed: ${brief(messageOf(newest.thrown), MAX_MESSAGE)}`,
    ...(shown.length > 1 ? [`${shown.length} different errors so far.`] : []),
    'If the page doesn’t respond as you expect, reload it. Your source stays.',
  ];
  return (
    <Notice id="faults" kind="lasting" texts={texts} onClose={() => setClosed(found.length)}>
      <CopyReport reported={shown} />
    </Notice>
  );
}
