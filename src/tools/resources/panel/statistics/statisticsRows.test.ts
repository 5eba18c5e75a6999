import { expect, it } from 'vitest';
import { statisticsRows } from './StatisticsView.tsx';

const VALUES = {
  ...{ name: 'r', count: 1_048_576, minimum: -1, maximum: 0.30000001192092896, mean: 1 / 3 },
  ...{ standardDeviation: 2.5, nan: 3, infinite: 0, histogram: [] },
};

it('has a row for each value', () => {
  const rows = statisticsRows([VALUES]).map(({ title, texts }) => `${title} ${texts.join()}`);
  expect(rows).toEqual([
    ...['count 1,048,576', 'minimum -1', 'maximum 0.3', 'mean 0.3333333'],
    ...['standard deviation 2.5', 'NaN 3', 'infinite 0'],
  ]);
});

it('shows dashes for values that are all NaN', () => {
  const { NaN: none } = Number;
  const values = { ...VALUES, minimum: none, maximum: none, mean: none, standardDeviation: none };
  const texts = statisticsRows([values]).map(({ texts }) => texts[0]);
  expect(texts).toEqual(['1,048,576', '–', '–', '–', '–', '3', '0']);
});
