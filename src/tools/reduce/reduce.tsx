import { type RefObject, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { CompileRequest } from '#core/output/compileResult.ts';
import type { ReducedFiles } from '#core/source/reducer/reduceFiles.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { countText, linesText } from '#core/util/countText.ts';
import { startCompilerWorker } from '#engine/compiler/client/transport.ts';
import { requestGpuDevice } from '#engine/gpu/device.ts';
import { createWgslCheck } from '#tools/reduce/oracle/checkWgsl.ts';
import styles from '#tools/reduce/panel/ReducePanel.module.css';
import { createReduceSession, type ReduceSession } from '#tools/reduce/session/reduceSession.ts';
import {
  isAtWork,
  linesOfFiles,
  linesOfRequest,
  type ReducedState,
  type ReduceState,
  shownText,
} from '#tools/reduce/session/state.ts';
import { Button } from '#ui/Button.tsx';
import { CopyButton } from '#ui/CopyButton.tsx';
import { copyText } from '#ui/copyText.ts';
import { Dialog, DialogFoot } from '#ui/Dialog.tsx';
import { Part } from '#ui/faults/Part.tsx';
import { LongText } from '#ui/LongText.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { describeFault } from './fault.ts';

export interface Reduce extends LoadedTool {
  readonly session: ReduceSession;
  readonly Progress: typeof ReducePanel;
}

export function createReduce(context: ToolContext): Reduce {
  const session = createReduceSession({
    ...context,
    startWorker: startCompilerWorker,
    async createCheck() {
      const device = await requestGpuDevice();
      if (!device.ok) return null;
      return { check: createWgslCheck(device.value), dispose: () => device.value.destroy() };
    },
  });
  return { session, Progress: ReducePanel };
}

interface ReducePanelProps {
  readonly session: ReduceSession;
}

/** How far Reduce is, and what came of it; the small source itself is in a dialog. */
function ReducePanel({ session }: ReducePanelProps) {
  const state = useStore(session.store);
  const opener = useRef<HTMLButtonElement>(null);
  const works = isAtWork(state);
  const now = useSeconds(works);
  if (state.kind === 'idle') return null;
  return (
    <section className={styles['panel']} aria-label="Reduced source">
      <p
        role={state.kind === 'failed' ? 'alert' : 'status'}
        // Each step would be too much to announce; the end is announced.
        aria-live={works ? 'off' : undefined}
        className={styles['status']}
      >
        {statusText(state, now)}
      </p>
      {works && (
        <Button kind="small" hint="Keep the smallest source so far" onClick={session.cancel}>
          Cancel
        </Button>
      )}
      {state.kind === 'reduced' && (
        <>
          <Button
            ref={opener}
            kind="small"
            label="Show the reduced source"
            opens="dialog"
            onClick={() => session.show(true)}
          >
            Show
          </Button>
          <Part name="The reduced source" onClose={() => session.show(false)}>
            <ReducedDialog {...{ session, state, opener }} />
          </Part>
        </>
      )}
    </section>
  );
}

/** The time of `performance.now()`, once a second while it counts. */
function useSeconds(counts: boolean): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!counts) return undefined;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, [counts]);
  return now;
}

interface ReducedDialogProps {
  readonly session: ReduceSession;
  readonly state: ReducedState;
  /** Gets the focus back when the dialog closes. */
  readonly opener: RefObject<HTMLElement | null>;
}

/** The small source, to open or to copy. */
function ReducedDialog({ session, state, opener }: ReducedDialogProps) {
  const close = () => session.show(false);
  return (
    <Dialog title="Reduced source" open={state.isShown} onClose={close} opener={opener}>
      <div className={styles['content']}>
        <p className={styles['fault']}>{faultText(state)}</p>
        <LongText text={shownText(state.files)} className={styles['source']} />
        <DialogFoot>
          <Button
            kind="primary"
            hint="Replaces your source; Undo brings it back"
            onClick={() => void session.open()}
          >
            Open
          </Button>
          <MarkdownButton text={state.report} />
          <CopyButton label="Copy the reduced source" text={() => shownText(state.files)} />
        </DialogFoot>
      </div>
    </Dialog>
  );
}

type CopyState = 'ready' | 'copied' | 'failed';

const OUTCOMES: Readonly<Record<CopyState, string>> = {
  ready: '',
  copied: 'Copied to the clipboard.',
  failed: 'Your browser blocked the copy.',
};

function MarkdownButton({ text }: { readonly text: string }) {
  const [state, setState] = useState<CopyState>('ready');
  const copy = async () => {
    setState((await copyText(Promise.resolve(text))) ? 'copied' : 'failed');
  };
  return (
    <>
      <Button
        hint="For an issue: the source, its fault and the compiler’s version"
        onClick={() => void copy()}
      >
        Copy as Markdown
      </Button>
      <span role="status">{OUTCOMES[state]}</span>
    </>
  );
}

/** What Reduce is at, or what came of it, as sentences. */
function statusText(state: ReduceState, now: number): string {
  switch (state.kind) {
    case 'idle':
      return '';
    case 'looking':
      return `Looking for the fault… ${secondsSince(state.since, now)}`;
    case 'reducing':
      return `${progressText(state.request, state.best, state.tests)}, ${secondsSince(state.since, now)}`;
    case 'reduced':
      return state.note ?? sizeText(state);
    case 'irreducible':
      return `No smaller source has the same fault: ${describeFault(state.fault)}. Reduce tried ${countText(state.tests, 'smaller source')}.`;
    case 'no-fault':
      return 'The source has no such fault now: it compiles, or it has ordinary errors. Compile it again to see.';
    case 'cancelled':
      return 'Reduce was cancelled before it found a smaller source.';
    case 'failed':
      return `Reduce stopped: ${state.reason}`;
    default:
      return assertNever(state);
  }
}

function sizeText({ request, files, tests, ending }: ReducedState): string {
  const size = progressText(request, files, tests);
  switch (ending.kind) {
    case 'smallest':
      return `${size}.`;
    case 'cancelled':
      return `${size}, then cancelled.`;
    case 'limit':
      return `${size}, which is the limit. Open it and press Reduce again to continue.`;
    case 'failed':
      return `${size}. Reduce stopped: ${ending.reason} Open it and press Reduce again to continue.`;
    default:
      return assertNever(ending);
  }
}

/** Such as `60 lines → 9 lines after 120 compiles`. */
function progressText(request: CompileRequest, files: ReducedFiles, tests: number): string {
  const [before, after] = [linesOfRequest(request), linesOfFiles(files)].map(linesText);
  return `${before} → ${after} after ${countText(tests, 'compile')}`;
}

/** What the small source still does. */
function faultText(state: ReducedState): string {
  return `${sizeText(state)} The fault is the same: ${describeFault(state.fault)}.`;
}

function secondsSince(since: number, now: number): string {
  return `${Math.max(0, Math.floor((now - since) / 1000))} s`;
}
