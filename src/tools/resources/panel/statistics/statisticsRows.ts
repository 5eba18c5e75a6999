import type { Statistics } from '#engine/gpu/read/statistics.ts';

/** A row of the table of statistics: a text for each column or channel. */
interface StatisticsRow {
  readonly title: string;
  readonly texts: readonly string[];
}

export function statisticsRows(statistics: readonly Statistics[]): StatisticsRow[] {
  const row = (title: string, textOf: (each: Statistics) => string) => ({
    title,
    texts: statistics.map(textOf),
  });
  return [
    row('count', ({ count }) => count.toLocaleString('en')),
    row('minimum', ({ minimum }) => numberText(minimum)),
    row('maximum', ({ maximum }) => numberText(maximum)),
    row('mean', ({ mean }) => numberText(mean)),
    row('standard deviation', ({ standardDeviation }) => numberText(standardDeviation)),
    row('NaN', ({ nan }) => nan.toLocaleString('en')),
    row('infinite', ({ infinite }) => infinite.toLocaleString('en')),
  ];
}

/** Digits that are shown: as many as a 32-bit float has. */
const DIGITS = 7;

/** A dash if there is none, as for the minimum of nothing. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
}
