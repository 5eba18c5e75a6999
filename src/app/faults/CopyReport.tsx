import { useState } from 'react';
import { copyText } from '#shared/copyText.ts';
import { Button } from '#ui/Button.tsx';
import { type Fault, stackOf } from './faults.ts';

/** Copies a report about errors. If the browser blocks the copy, it shows the report. */
export function CopyReport({ reported }: { readonly reported: readonly Fault[] }) {
  const [outcome, setOutcome] = useState<'copied' | { readonly report: string } | null>(null);
  const copy = async () => {
    const report = import('./report.ts').then(
      ({ reportText }) => reportText(reported),
      () => reported.map(({ thrown }) => stackOf(thrown)).join('\n\n'),
    );
    setOutcome((await copyText(report)) ? 'copied' : { report: await report });
  };
  return (
    <>
      <Button onClick={() => void copy()}>Copy report</Button>
      <span role="status">
        {outcome === 'copied' && 'Copied.'}
        {outcome !== null && outcome !== 'copied' && 'Your browser blocked the copy.'}
      </span>
      {outcome !== null && outcome !== 'copied' && (
        <textarea readOnly aria-label="Report" rows={6} value={outcome.report} />
      )}
    </>
  );
}
