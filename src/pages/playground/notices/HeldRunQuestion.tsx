import { assertNever } from '#core/util/assertNever.ts';
import { Button } from '#ui/Button.tsx';
import type { HeldRun } from '#workspace/runState.ts';
import { BAD_END_TEXTS, originsText } from '#workspace/runs/heldRunTexts.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrip.module.css';

interface HeldRunQuestionProps {
  readonly workspace: Workspace;
  readonly held: HeldRun;
}

export function HeldRunQuestion({ workspace, held }: HeldRunQuestionProps) {
  const { reason, action } = describe(held);
  return (
    <section className={styles['strip']} data-state="asking" aria-label="Held run">
      <p role="status" className={styles['question']}>
        {reason}
      </p>
      <Button kind="primary" onClick={() => void workspace.runHeld()}>
        {action}
      </Button>
      <Button onClick={workspace.dropHeld}>Don’t run</Button>
    </section>
  );
}

function describe(held: HeldRun): { readonly reason: string; readonly action: string } {
  switch (held.kind) {
    case 'origins':
      return {
        reason: `This shader came from a link or a zip and wants to fetch files from ${originsText(held.origins)}. Nothing has been fetched yet.`,
        action: 'Fetch and run',
      };
    case 'suspect':
      return {
        reason: `${BAD_END_TEXTS[held.badEnd]} Press Run to start it.`,
        action: 'Run anyway',
      };
    default:
      return assertNever(held);
  }
}
