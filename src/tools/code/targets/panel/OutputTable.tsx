import { useMemo } from 'react';
import { useStore } from 'zustand';
import { COMPILE_TARGETS, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { type FunctionCost, totalOf } from '#core/output/countCosts.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { bytesText, linesText } from '#core/util/countText.ts';
import { CostBar } from '#tools/code/costs/CostBar.tsx';
import { costOf } from '#tools/code/costs/costState.ts';
import { COST_NOTE } from '#tools/code/costs/costText.ts';
import { detailsOf, SKIPPED, UNFINISHED } from '#tools/code/targets/details.ts';
import type { TargetsSession } from '#tools/code/targets/session/targetsSession.ts';
import {
  type CompiledOutput,
  type Output,
  outputKey,
  outputOf,
  type ShownResult,
  targetList,
} from '#tools/code/targets/state.ts';
import styles from './OutputTable.module.css';

/** One row per entry point, one column per target. */
export function OutputTable({ session }: TargetsProps) {
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

export interface TargetsProps {
  readonly session: TargetsSession;
}
