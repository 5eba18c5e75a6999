import { Fragment } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { totalOf } from '#core/output/costs/cost.ts';
import { assertNever } from '#core/util/assertNever.ts';
import { CostBar } from '#tools/code/costs/CostBar.tsx';
import type { CostHistory } from '#tools/code/costs/costHistory.ts';
import { COST_NOTE } from '#tools/code/costs/costText.ts';
import type { NotedList } from '#ui/editor/symbolNotes.ts';
import type { CountOutcome } from './countCurrent.ts';
import { symbolCosts } from './symbolCosts.ts';

interface OutlineCostsProps {
  readonly symbols: NotedList['symbols'];
  readonly costs: CostHistory;
  readonly outcome: CountOutcome;
}

/** The bars beside the functions of the outline, and what they are. */
export function OutlineCosts({ symbols, costs, outcome }: OutlineCostsProps) {
  const state = useStore(costs.store);
  const found = outcome.kind === 'counted' ? symbolCosts(symbols, state) : [];
  const full = Math.max(1, ...found.map((each) => (each ? totalOf(each.of.cost) : 0)));
  return (
    <>
      <p role="status">{noteOf(outcome)}</p>
      {symbols.map(({ path, place }, index) => {
        const cost = found[index];
        const key = `${index} ${path.join('.')}`;
        if (!cost) return <Fragment key={key} />;
        const { of, before, scope } = cost;
        const bar = <CostBar {...{ of, before, full }} {...(scope === null ? {} : { scope })} />;
        return <Fragment key={key}>{createPortal(bar, place)}</Fragment>;
      })}
    </>
  );
}

function noteOf(outcome: CountOutcome): string {
  switch (outcome.kind) {
    case 'counting':
      return 'Counting SPIR-V instructions…';
    case 'counted':
      return `${COST_NOTE}.`;
    case 'failed':
      return outcome.reason;
    default:
      return assertNever(outcome);
  }
}
