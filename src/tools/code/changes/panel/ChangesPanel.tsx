import { type RefObject, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { ChangeRows } from '#core/output/codeDifference/changeRows.ts';
import { type CompileTarget, TARGETS } from '#core/output/compileTarget.ts';
import { assertNever } from '#core/util/assertNever.ts';
import type { ChangesSession } from '#tools/code/changes/session/changesSession.ts';
import { SidesIcon, SwapIcon } from '#tools/code/changes/sideBySide/panel/icons.tsx';
import { progressText } from '#tools/code/changes/sideBySide/panel/progressText.ts';
import type { SidesSession } from '#tools/code/changes/sideBySide/session/sidesSession.ts';
import type { ChangesState, Output } from '#tools/code/changes/state.ts';
import { Button } from '#ui/Button.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { SearchIcon } from '#ui/icons.tsx';
import { lazyPanel } from '#ui/tools/lazyPanel.tsx';
import type { WorkspaceState } from '#workspace/state.ts';
import styles from './ChangesPanel.module.css';
import { type ChangesView, createChangesView } from './changesView.ts';
import { describeDifference } from './changeTexts.ts';
import { NextIcon, PreviousIcon } from './icons.tsx';

const NOTHING =
  'Nothing is compiled yet. Compile the source, edit it, and compile it again to see what the edit changes.';
const FAILED = 'The newest compile failed. This is the change before it.';

export interface ChangesProps {
  readonly session: ChangesSession;
  readonly sides: SidesSession;
  /** The difference in sight. */
  readonly view: RefObject<ChangesView | null>;
}

const SidesPanel = lazyPanel(
  'The comparison',
  async () => (await import('#tools/code/changes/sideBySide/panel/SidesPanel.tsx')).SidesPanel,
);

/** What the last edit changed in the code of its target and entry point, or two outputs. */
export function ChangesPanel({ session, sides, view }: ChangesProps) {
  const state = useStore(session.store);
  const isComparing = useStore(sides.store, ({ kind }) => kind === 'open');
  if (isComparing) {
    return (
      <Part name="“Compare outputs”" onClose={sides.close}>
        <SidesPanel session={sides} />
      </Part>
    );
  }
  if (state.kind !== 'compared' || !state.difference.rows) return null;
  return <Difference rows={state.difference.rows} target={state.output.target} view={view} />;
}

/** Above the changes, or the outputs: what they are, and ways through them. */
export function ChangesToolbar(props: ChangesProps) {
  const { sides } = props;
  const state = useStore(sides.store);
  const isComparing = state.kind === 'open';
  return (
    <div className={styles['bar']}>
      {isComparing ? (
        <>
          <p className={styles['status']} role="status">
            {progressText(state)}
          </p>
          <Button kind="small" hint="Swap the two sides" onClick={sides.swap}>
            <SwapIcon />
            Swap sides
          </Button>
        </>
      ) : (
        <ChangesStatus {...props} />
      )}
      <Button
        kind="small"
        hint={
          isComparing
            ? 'Back to the changes of the last edit'
            : 'Two outputs side by side: another target, entry point or version'
        }
        pressed={isComparing}
        onClick={isComparing ? sides.close : sides.open}
      >
        <SidesIcon />
        Compare outputs
      </Button>
    </div>
  );
}

function ChangesStatus({ session, view }: ChangesProps) {
  const state = useStore(session.store);
  const hasFailed = useStore(session.context.workspace.store, newestFailed);
  const isShown = state.kind === 'compared' && state.difference.rows !== null;
  return (
    <>
      <p className={styles['status']} role="status">
        {statusText(state)}
        {hasFailed && isShown && <strong> {FAILED}</strong>}
        {hasFailed && !isShown && <strong> The newest compile failed.</strong>}
      </p>
      {isShown && <Movements goToChange={(direction) => view.current?.goToChange(direction)} />}
      {isShown && (
        <Button
          kind="icon"
          label="Find in changes"
          hint="Find in changes (Ctrl+F)"
          onClick={() => view.current?.openSearch()}
        >
          <SearchIcon />
        </Button>
      )}
    </>
  );
}

interface MovementsProps {
  readonly goToChange: (direction: 1 | -1) => void;
}

function Movements({ goToChange }: MovementsProps) {
  return (
    <>
      <Button
        kind="icon"
        label="Previous change"
        hint="Previous change (Shift+F7)"
        onClick={() => goToChange(-1)}
      >
        <PreviousIcon />
      </Button>
      <Button kind="icon" label="Next change" hint="Next change (F7)" onClick={() => goToChange(1)}>
        <NextIcon />
      </Button>
    </>
  );
}

interface DifferenceProps {
  readonly rows: ChangeRows;
  readonly target: CompileTarget;
  readonly view: RefObject<ChangesView | null>;
}

function Difference({ rows, target, view }: DifferenceProps) {
  const parent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!parent.current) return;
    const created = createChangesView(parent.current, 'Changes of the target code');
    view.current = created;
    return () => {
      view.current = null;
      created.dispose();
    };
  }, [view]);
  useEffect(() => {
    view.current?.show(rows, TARGETS[target].language);
  }, [view, rows, target]);
  return <div ref={parent} className={styles['view']} />;
}

function newestFailed({ compilation }: WorkspaceState): boolean {
  return compilation.kind === 'done' && !compilation.succeeded;
}

function statusText(state: ChangesState): string {
  switch (state.kind) {
    case 'nothing':
      return NOTHING;
    case 'first':
      return `${describeOutput(state.output)}: this is the first compile. Edit the source and compile it again to see what the edit changes.`;
    case 'too large':
      return `${describeOutput(state.output)}: the code is too large to be kept for the next compile.`;
    case 'failed':
      return `${describeOutput(state.output)}: ${state.reason} Compile again to compare.`;
    case 'compared': {
      const { difference, output } = state;
      if (difference.rows) {
        return `${describeOutput(output)}: ${describeDifference(difference)}.`;
      }
      return difference.renamed > 0
        ? `${describeOutput(output)}: the code is the same, but for renamed temporaries.`
        : `${describeOutput(output)}: the code is the same.`;
    }
    default:
      return assertNever(state);
  }
}

function describeOutput({ target, entryPoint }: Output): string {
  return entryPoint === null ? target : `${target}, ${entryPoint}`;
}
