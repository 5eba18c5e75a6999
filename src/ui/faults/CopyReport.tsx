import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { copyText } from '#ui/copyText.ts';
import { type Fault, reportText } from './report.ts';

/** Copies an error report. If the browser blocks the copy, shows the report. */
export function CopyReport({ reported }: { readonly reported: readonly Fault[] }) {
  const [outcome, setOutcome] = useState<'copied' | { readonly report: string } | null>(null);
  const copy = async () => {
    const report = reportText(reported);
    setOutcome((await copyText(Promise.resolve(report))) ? 'copied' : { report });
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
