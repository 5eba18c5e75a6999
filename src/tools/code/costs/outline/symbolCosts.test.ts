import { expect, it } from 'vitest';
import { type FunctionCost, NO_COST } from '#core/output/countCosts.ts';
import { symbolCosts } from './fillOutline.tsx';

const costs = (name: string, arithmetic: number, loops = 0): FunctionCost => ({
  name,
  cost: { ...NO_COST, arithmetic },
  loops,
});
const symbol = (...path: string[]) => ({ path, hasCode: true });

const NOW = {
  functions: [
    ...[costs('draw', 1), costs('lambda in draw', 4), costs('ring', 2), costs('lambda in ring', 3)],
    ...[costs('sum', 5, 1), costs('sum', 6, 1), costs('Box.area.get', 7), costs('Box.area.set', 1)],
    ...[costs('Box.grow', 9), costs('Box', 3), costs('show', 8)],
  ],
  entryPoints: [costs('draw', 50)],
};

const textsOf = (...symbols: { path: string[]; hasCode: boolean }[]) =>
  symbolCosts(symbols, { now: NOW, before: null }).map(
    (found) => found && [found.of.cost.arithmetic, found.scope],
  );

it('counts entry points with everything that they call, and functions with their lambdas', () => {
  expect(
    textsOf(symbol('draw'), symbol('ring'), symbol('Box', 'grow'), symbol('Box', 'init')),
  ).toEqual([
    [50, 'Including all that it calls'],
    [5, 'With its lambdas'],
    [9, null],
    [3, null],
  ]);
});

it('adds up functions with the same name and a property’s accessors', () => {
  expect(textsOf(symbol('sum'), symbol('Box', 'area'))).toEqual([
    [11, 'All 2 functions of this name'],
    [8, 'All 2 functions of this name'],
  ]);
});

it('counts a member by its plain name unless a function has that name', () => {
  expect(textsOf(symbol('int', 'show'))).toEqual([[8, null]]);
  expect(textsOf(symbol('Box', 'show'), symbol('show'))).toEqual([null, [8, null]]);
});

it('leaves out lambdas that may belong to another function', () => {
  expect(textsOf(symbol('ring'), symbol('Box', 'ring'))).toEqual([[2, null], null]);
});

it('has no cost for symbols without code', () => {
  expect(textsOf(symbol('unused'), { path: ['ring'], hasCode: false })).toEqual([null, null]);
  expect(symbolCosts([symbol('ring')], { now: null, before: null })).toEqual([null]);
});

it('includes the cost from before the edit', () => {
  const before = { functions: [costs('ring', 9), costs('draw', 3)], entryPoints: [] };
  const [ring, draw, sum] = symbolCosts([symbol('ring'), symbol('draw'), symbol('sum')], {
    ...{ now: NOW, before },
  });
  expect([ring?.before?.cost.arithmetic, sum?.before, sum?.of.loops]).toEqual([9, null, 2]);
  // It was not an entry point before, so there is nothing to compare with.
  expect(draw?.before).toBeNull();
});
