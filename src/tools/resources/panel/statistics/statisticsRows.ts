import type { Statistics } from '#engine/gpu/read/statistics.ts';

/** A row of the statistics table, with one text per column or channel. */
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

/** Digits to show: the precision of a 32-bit float. */
const DIGITS = 7;

/** A dash if there is no value, such as for the minimum of nothing. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(DIGITS)));
}
