import { assertNever } from '#shared/assertNever.ts';
import { brief } from '#shared/text.ts';
import { Button } from '#ui/Button.tsx';
import type { HeldRun } from '#workspace/runs/runGate.ts';
import type { Workspace } from '#workspace/workspace.ts';
import styles from './LoadingStrip.module.css';

interface HeldRunQuestionProps {
  readonly workspace: Workspace;
  readonly held: HeldRun;
}

/** Why a run is held, and a button that runs it. */
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
        reason: `This shader came from a link or a zip and wants to fetch files from ${inWords(held.origins)}. Nothing has been fetched yet.`,
        action: 'Fetch and run',
      };
    case 'suspect':
      return {
        reason:
          'This shader stopped the page or the graphics device last time. It runs only when you press Run.',
        action: 'Run anyway',
      };
    default:
      return assertNever(held);
  }
}

/** Origins that are named; of the others, only the number is shown. */
const MAX_ORIGINS = 10;

function inWords(origins: readonly string[]): string {
  const named = origins.slice(0, MAX_ORIGINS).map((origin) => brief(origin, 100));
  const others = origins.length - named.length;
  const rest =
    others > 0 ? [others === 1 ? '1 other' : `${others.toLocaleString('en')} others`] : [];
  return new Intl.ListFormat('en').format([...named, ...rest]);
}
