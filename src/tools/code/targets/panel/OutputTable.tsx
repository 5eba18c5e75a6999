import { useMemo } from 'react';
import { useStore } from 'zustand';
import { COMPILE_TARGETS, compilesWholeProgram } from '#core/output/compileTarget.ts';
import { type FunctionCost, totalOf } from '#core/output/costs/cost.ts';
import { CostBar } from '#tools/code/costs/CostBar.tsx';
import { costOf } from '#tools/code/costs/costState.ts';
import { COST_NOTE } from '#tools/code/costs/costText.ts';
import { detailsOf } from '#tools/code/targets/details.ts';
import { outputKey, outputOf, targetList } from '#tools/code/targets/state.ts';
import { OutputCell } from './OutputCell.tsx';
import styles from './OutputTable.module.css';
import type { TargetsProps } from './targetsProps.ts';

/** A row for each entry point, a column for each target. */
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

/** What the entry point costs with all that it calls, beside the most expensive one. */
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

/** Whether the program compiles to SPIR-V, which the costs are counted from. */
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

/** Needs and reasons in full, which the narrow cells cut. */
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
