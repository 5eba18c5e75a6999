import { useStore } from 'zustand';
import type { ExportFormat } from '#tools/export/program/exportFormat.ts';
import type { ExportSession } from '#tools/export/session/exportSession.ts';
import { failureOf, type ProgramState } from '#tools/export/session/exportState.ts';
import styles from './ExportDialog.module.css';
import { FilePreview } from './FilePreview.tsx';

interface FormatDetailsProps {
  readonly session: ExportSession;
  readonly format: ExportFormat;
}

/** What the format is, what it leaves out of this program, and what is in its file. */
export function FormatDetails({ session, format }: FormatDetailsProps) {
  const state = useStore(session.store);
  const { file } = state;
  const failure = failureOf(state);
  return (
    <div className={styles['details']}>
      <p className={styles['description']}>{format.description}</p>
      <Limits format={format} program={state.program} />
      {failure !== null && (
        <p className={styles['failure']} role="alert">
          {failure}
        </p>
      )}
      {file.kind === 'made' && <FilePreview preview={file.preview} />}
    </div>
  );
}

interface LimitsProps {
  readonly format: ExportFormat;
  readonly program: ProgramState;
}

function Limits({ format, program }: LimitsProps) {
  if (program.kind !== 'ready') return null;
  const limits = format.limits(program.program);
  if (limits.length === 0) {
    return <p className={styles['complete']}>Everything in this program can be exported.</p>;
  }
  return (
    <section className={styles['limits']} aria-label="Not in this export">
      <h3>Not in this export</h3>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>{limit}</li>
        ))}
      </ul>
    </section>
  );
}
