import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { CompilerState } from '#core/output/compilerState.ts';
import { COMPILE_TARGETS, type CompileTarget } from '#core/output/compileTarget.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { codeTools } from '#tools/code/codeTools.ts';
import { OutputTable, type TargetsProps } from '#tools/code/targets/panel/OutputTable.tsx';
import styles from '#tools/code/targets/panel/TargetsPanel.module.css';
import { createTargetsSession } from '#tools/code/targets/session/targetsSession.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { listText, namesText } from './details.ts';
import {
  canDownload,
  NOTHING_TO_DOWNLOAD,
  outputKey,
  outputOf,
  progressOf,
  type TargetsState,
} from './state.ts';

export function createTargets(context: ToolContext): LoadedTool {
  const session = createTargetsSession(codeTools(context));
  return {
    Panel: () => <TargetsPanel session={session} />,
    Toolbar: () => <TargetsToolbar session={session} />,
    commands: () => [
      {
        id: 'targets:download',
        title: 'Download the outputs of all targets',
        group: 'Results',
        whyNot: () => (canDownload(session.store.getState()) ? null : NOTHING_TO_DOWNLOAD),
        run() {
          context.workspace.openTool('targets');
          void session.commands.download();
        },
      },
    ],
  };
}

/** Compiles only while visible. */
function TargetsPanel({ session }: TargetsProps) {
  const { store, commands } = session;
  const panel = useRef<HTMLDivElement>(null);
  const hasRows = useStore(store, ({ entryPoints }) => entryPoints.length > 0);
  const problem = useStore(store, (state) => state.problem);
  useEffect(() => {
    if (!panel.current) return;
    // A small screen keeps the panel mounted while showing the source.
    const observer = new IntersectionObserver((entries) =>
      entries.at(-1)?.isIntersecting ? commands.open() : commands.close(),
    );
    observer.observe(panel.current);
    return () => {
      observer.disconnect();
      commands.close();
    };
  }, [commands]);
  return (
    <div className={styles['panel']} ref={panel}>
      {problem !== '' && <p role="alert">{problem}</p>}
      {hasRows ? <OutputTable session={session} /> : <NoEntryPoints session={session} />}
    </div>
  );
}

function TargetsToolbar({ session }: TargetsProps) {
  const { store, commands, context } = session;
  const compiler = useStore(context.workspace.store, (state) => state.compiler.kind);
  const state = useStore(store);
  const text = statusText(state, compiler);
  const isUnderWay = state.phase === 'typing' || state.phase === 'compiling';
  const hasCode = canDownload(state);
  return (
    <div className={styles['bar']}>
      <p className={styles['status']} role="status">
        {[text, state.downloaded].filter((part) => part !== '').join(' ')}
      </p>
      {isUnderWay && text === '' && <Progress state={state} />}
      <Button
        kind="small"
        hint={hasCode ? 'Download the outputs that compiled, in a zip' : NOTHING_TO_DOWNLOAD}
        disabled={!hasCode}
        onClick={() => void commands.download()}
      >
        Download all
      </Button>
    </div>
  );
}

function Progress({ state }: { readonly state: TargetsState }) {
  const { done, total } = progressOf(state);
  return (
    <div className={styles['progress']}>
      <span>{total > 0 && `${done} of ${total}`}</span>
      <ProgressBar label="Outputs compiled" fraction={total === 0 ? null : done / total} />
    </div>
  );
}

/** Replaces the table. Shows the compiler's reason why there is nothing to compile. */
function NoEntryPoints({ session }: TargetsProps) {
  const { store, commands } = session;
  const reason = useStore(store, firstReason);
  const phase = useStore(store, (state) => state.phase);
  if (phase !== 'done') return null;
  return (
    <div className={styles['empty']}>
      <p>{reason ?? 'The compiler finds no entry point in the source.'}</p>
      {reason !== null && (
        <Button
          kind="small"
          hint="Compile to WGSL and open the diagnostics"
          onClick={() => void commands.show({ target: 'WGSL', entryPoint: null })}
        >
          Show diagnostics
        </Button>
      )}
    </div>
  );
}

function firstReason({ results }: TargetsState): string | null {
  for (const { result } of results.values()) if (result.kind === 'failed') return result.reason;
  return null;
}

/** The status in the panel's bar; empty while compiles make progress. */
function statusText(state: TargetsState, compiler: CompilerState['kind']): string {
  switch (state.phase) {
    case 'unused':
      return '';
    case 'typing':
    case 'compiling':
      return waitText(compiler);
    case 'done':
      if (state.problem !== '') return '';
      return state.entryPoints.length === 0 ? '' : summaryText(state);
    default:
      return assertNever(state.phase);
  }
}

function waitText(compiler: CompilerState['kind']): string {
  switch (compiler) {
    case 'loading':
      return 'Waiting for the compiler to load';
    case 'failed':
      return 'The compiler could not be loaded. Load it again to compile.';
    case 'ready':
    case 'restarting':
      return '';
    default:
      return assertNever(compiler);
  }
}

/**
 * A summary of the program's portability, such as `3 entry points compile to 5 of 6 targets. CUDA
 * fails.`
 */
export function summaryText(state: Pick<TargetsState, 'entryPoints' | 'results'>): string {
  const { entryPoints } = state;
  const failures = COMPILE_TARGETS.map((target) => ({ target, names: failing(state, target) }));
  const failed = failures.filter(({ names }) => names.length > 0);
  const total = COMPILE_TARGETS.length;
  const good = total - failed.length;
  const subject =
    entryPoints.length === 1
      ? '1 entry point compiles'
      : `${entryPoints.length} entry points compile`;
  if (failed.length === 0) return `${subject} to all ${total} targets.`;
  const whole = failed.filter(({ names }) => names.length === entryPoints.length);
  const parts = failed.filter((failure) => !whole.includes(failure));
  const sentences = [
    good === 0 && parts.length === 0
      ? `${subject} to none of the ${total} targets.`
      : `${subject} to ${good} of ${total} targets.`,
  ];
  if (whole.length > 0 && whole.length < total) sentences.push(failSentence(whole));
  for (const { target, names } of parts) {
    sentences.push(`${target} fails for ${namesText(names, entryPoints.length)}.`);
  }
  return sentences.join(' ');
}

function failing(
  { entryPoints, results }: Pick<TargetsState, 'entryPoints' | 'results'>,
  target: CompileTarget,
): readonly string[] {
  return entryPoints.filter((name) => {
    const kind = results.get(outputKey(outputOf(target, name)))?.result.kind;
    return kind !== 'compiled';
  });
}

function failSentence(failed: readonly { readonly target: CompileTarget }[]): string {
  const names = failed.map(({ target }) => target);
  return names.length === 1 ? `${names[0]} fails.` : `${listText(names)} fail.`;
}
