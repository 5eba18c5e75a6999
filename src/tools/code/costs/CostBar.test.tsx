import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type FunctionCost, NO_COST } from '#core/output/countCosts.ts';
import { CostBar } from './CostBar.tsx';
import { costText, segmentsOf, totalText } from './costs.ts';

const costs = (cost: object, loops = 0): FunctionCost => ({
  name: 'ring',
  cost: { ...NO_COST, ...cost },
  loops,
});

it('shows the counts by kind, the loops, and what the edit changed', () => {
  expect([
    costText(costs({ arithmetic: 12, memory: 3, branch: 3 }, 1), null),
    costText(costs({ texture: 1 }), costs({ texture: 2, memory: 1200 })),
    costText(costs({}), costs({})),
    costText(costs({ transcendental: 2 }, 2), costs({ arithmetic: 2 })),
  ]).toMatchInlineSnapshot(`
    [
      "18 instructions: 12 arithmetic, 3 memory, 3 branch; 1 loop, whose instructions count once",
      "1 instruction, 1,202 before the edit: 1 texture",
      "0 instructions",
      "2 instructions: 2 transcendental; 2 loops, whose instructions count once",
    ]
  `);
  expect([
    totalText(costs({ memory: 18 }), costs({ memory: 24 })),
    totalText(costs({ memory: 18 }), costs({ arithmetic: 18 })),
    totalText(costs({ memory: 1800 }), null),
  ]).toEqual(['24 → 18', '18', '1,800']);
});

it('fills the bar for the given number of instructions and no further', () => {
  const cost = costs({ arithmetic: 3, branch: 1 });
  expect(segmentsOf(cost, 8)).toEqual([
    { kind: 'arithmetic', width: 37.5 },
    { kind: 'branch', width: 12.5 },
  ]);
  expect(segmentsOf(cost, 2).map(({ width }) => width)).toEqual([75, 25]);
  expect(segmentsOf(costs({}), 0)).toEqual([]);
});

it('uses the counts as its accessible name and tooltip', () => {
  const markup = renderToStaticMarkup(
    <CostBar
      of={costs({ memory: 1 }, 1)}
      before={null}
      full={1}
      scope="Including all that it calls"
    />,
  );
  const label =
    'Including all that it calls: 1 instruction: 1 memory; 1 loop, whose instructions count once';
  expect(markup).toContain(`role="img" aria-label="${label}" title="${label}"`);
  expect(markup.replaceAll(/<[^>]*>/g, '')).toBe('1↻');
});
