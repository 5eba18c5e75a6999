import { useEffect, useMemo, useRef } from 'react';
import { useStore } from 'zustand';
import type { CompilerState } from '#core/output/compilerState.ts';
import {
  COMPILE_TARGETS,
  type CompileTarget,
  compilesWholeProgram,
} from '#core/output/compileTarget.ts';
import { type FunctionCost, totalOf } from '#core/output/countCosts.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText, linesText } from '#core/util/countText.ts';
import { codeTools } from '#tools/code/codeTools.ts';
import { CostBar } from '#tools/code/costs/CostBar.tsx';
import { COST_NOTE, costOf } from '#tools/code/costs/costs.ts';
import {
  createTargetsSession,
  type TargetsSession,
} from '#tools/code/targets/session/targetsSession.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/ProgressBar.tsx';
import type { LoadedTool, ToolContext } from '#ui/tools/tool.ts';
import { detailsOf, listText, namesText, SKIPPED, UNFINISHED } from './details.ts';
import {
  type CompiledOutput,
  canDownload,
  NOTHING_TO_DOWNLOAD,
  type Output,
  outputKey,
  outputOf,
  progressOf,
  type ShownResult,
  type TargetsState,
  targetList,
} from './state.ts';
import styles from './targets.module.css';

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

/** One row per entry point, one column per target. */
function OutputTable({ session }: TargetsProps) {
  const { store, commands } = session;
  const entryPoints = useStore(store, (state) => state.entryPoints);
  const results = useStore(store, (state) => state.results);
  const isBusy = useStore(store, ({ phase }) => phase === 'compiling');
  return (
    <>
      <div className={styles['scroller']}>
        <table className={styles['table']} aria-label="Entry points by target" aria-busy={isBusy}>
          <thead>
            <tr>
              <th scope="col">Entry point</th>
              {COMPILE_TARGETS.map((target) => (
                <th key={target} scope="col">
                  {target}
                  {compilesWholeProgram(target) && (
                    <span className={styles['scope']}>
                      {' '}
                      whole<span className="visually-hidden"> program</span>
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {entryPoints.map((name) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <EntryPointCost session={session} name={name} />
                </th>
                {COMPILE_TARGETS.map((target) => {
                  const output = outputOf(target, name);
                  return (
                    <OutputCell
                      key={target}
                      output={output}
                      shown={results.get(outputKey(output))}
                      onShow={commands.show}
                    />
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Note session={session} />
      <Details session={session} />
    </>
  );
}

interface EntryPointCostProps extends TargetsProps {
  readonly name: string;
}

/** The cost of an entry point and everything that it calls, relative to the most expensive one. */
function EntryPointCost({ session, name }: EntryPointCostProps) {
  const { now, before } = useStore(session.context.costs.store);
  const hasCosts = useHasCosts({ session });
  const cost = now && costOf(now.entryPoints, name);
  if (!hasCosts || !now || !cost) return null;
  return (
    <span className={styles['cost']}>
      <CostBar
        of={cost}
        before={before && costOf(before.entryPoints, name)}
        full={Math.max(...now.entryPoints.map(instructionsOf))}
        scope="SPIR-V, with all that it calls"
      />
    </span>
  );
}

function instructionsOf({ cost }: FunctionCost): number {
  return totalOf(cost);
}

/** Whether the program compiles to SPIR-V, on which costs are based. */
function useHasCosts({ session }: TargetsProps): boolean {
  return useStore(session.store, ({ results }) => {
    const spirv = results.get('SPIRV');
    return spirv?.result.kind === 'compiled';
  });
}

function Note({ session }: TargetsProps) {
  const hasCosts = useHasCosts({ session });
  return (
    <p className={styles['note']}>
      Size, time and needs of{' '}
      {targetList('conjunction', COMPILE_TARGETS.filter(compilesWholeProgram))} are those of the
      whole program.
      {hasCosts && ` Bars: ${COST_NOTE.charAt(0).toLowerCase()}${COST_NOTE.slice(1)}.`}
    </p>
  );
}

/** The full needs and reasons, which the narrow cells truncate. */
function Details({ session }: TargetsProps) {
  const entryPoints = useStore(session.store, (state) => state.entryPoints);
  const results = useStore(session.store, (state) => state.results);
  const details = useMemo(() => detailsOf({ entryPoints, results }), [entryPoints, results]);
  return (
    <dl className={styles['details']} aria-label="Needs and failures">
      {details.map(({ target, needs, failures }) => (
        <div key={target}>
          <dt>{target}</dt>
          {needs.length > 0 && <dd>needs {needs.join(', ')}</dd>}
          {failures.map((failure) => (
            <dd key={failure}>fails: {failure}</dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

interface OutputCellProps {
  readonly output: Output;
  /** Undefined until compiling begins. */
  readonly shown: ShownResult | undefined;
  readonly onShow: (output: Output) => Promise<void>;
}

/** Whether an output compiles, and its details. The cell's button opens the output. */
export function OutputCell({ output, shown, onShow }: OutputCellProps) {
  const kind = shown?.result.kind ?? 'waiting';
  return (
    <td data-result={kind} data-old={shown?.isOld || undefined}>
      <Result output={output} shown={shown} onShow={onShow} />
      {shown?.isOld && <span className="visually-hidden">, before your edit</span>}
    </td>
  );
}

function Result({ output, shown, onShow }: OutputCellProps) {
  const result = shown?.result ?? { kind: 'waiting' };
  const name = `${output.target} of ${output.entryPoint ?? 'the whole program'}`;
  const show = () => void onShow(output);
  switch (result.kind) {
    case 'waiting':
      return (
        <>
          <span aria-hidden="true">…</span>
          <span className="visually-hidden">waiting</span>
        </>
      );
    case 'compiled':
      return (
        <>
          <ResultButton text="ok" hint={`Show the ${name}`} onClick={show} />
          <Measures of={result} />
        </>
      );
    case 'failed':
      return (
        <>
          <ResultButton text="fails" hint={`Show the diagnostics of ${name}`} onClick={show} />
          <Reason text={result.reason} />
        </>
      );
    case 'unfinished':
    case 'skipped':
      return (
        <>
          <ResultButton
            text="fails"
            hint={`Compile ${name} with the longer time limit of Compile`}
            onClick={show}
          />
          <Reason text={result.kind === 'skipped' ? SKIPPED : UNFINISHED} />
        </>
      );
    default:
      return assertNever(result);
  }
}

function Reason({ text }: { readonly text: string }) {
  return (
    <>
      <span className="visually-hidden">: </span>
      <span className={styles['reason']} title={text}>
        {text}
      </span>
    </>
  );
}

interface ResultButtonProps {
  readonly text: string;
  readonly hint: string;
  readonly onClick: () => void;
}

function ResultButton({ text, hint, onClick }: ResultButtonProps) {
  return (
    <button type="button" className={styles['result']} title={hint} onClick={onClick}>
      {text}
    </button>
  );
}

function Measures({ of: { bytes, lines, milliseconds, needs } }: { readonly of: CompiledOutput }) {
  return (
    <>
      <span className={styles['measure']}>{bytesText(bytes)}</span>
      <span className={styles['measure']}>{linesText(lines)}</span>
      <span
        className={styles['measure']}
        title={milliseconds === null ? 'The page already had its code' : 'Time in the compiler'}
      >
        {milliseconds === null ? 'stored' : `${Math.max(1, Math.round(milliseconds))} ms`}
      </span>
      {needs.length > 0 && (
        <ul className={styles['needs']} aria-label="Needs">
          {needs.map((need) => (
            <li key={need} title={need}>
              {need}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface TargetsProps {
  readonly session: TargetsSession;
}
