import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const file = path.resolve(import.meta.dirname, '../reports/bench-baseline.json');

/** One figure of a run. */
interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Figures that were stored, and the machine that they are of: others compare with nothing. */
interface Baseline {
  readonly machine: string;
  readonly figures: Readonly<Record<string, number>>;
}

const figures: Figure[] = [];

/** Prints one figure on a line of its own, columns aligned, and keeps it for the comparison. */
export function print(name: string, value: number, unit: string): void {
  figures.push({ name, value, unit });
  console.log(`${name.padEnd(64)} ${formatted(value)} ${unit}`);
}

function formatted(value: number): string {
  return value.toFixed(0).padStart(9);
}

function machine(): string {
  const [cpu] = os.cpus();
  return `${cpu?.model.trim()}, ${os.cpus().length} cores, ${os.platform()} ${os.arch()}`;
}

/** The figures that were printed since the last call. */
export function takeFigures(): ReadonlyMap<string, number> {
  return new Map(figures.splice(0).map(({ name, value }) => [name, value]));
}

/** Prints what stands in both, side by side, with the ratio of the first to the second. */
export function printRatios(
  title: string,
  ours: ReadonlyMap<string, number>,
  others: ReadonlyMap<string, number>,
): void {
  console.log(`\n${title}`);
  for (const [name, value] of ours) {
    const other = others.get(name);
    if (other === undefined) continue;
    const ratio = other === 0 ? '—' : (value / other).toFixed(2);
    console.log(`${name.padEnd(64)} ${formatted(value)} ${formatted(other)} ${ratio.padStart(7)}`);
  }
}

/** The stored figures of this machine; null if there are none. */
export async function readBaseline(): Promise<ReadonlyMap<string, number> | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const baseline: Baseline = JSON.parse(text);
  return baseline.machine === machine() ? new Map(Object.entries(baseline.figures)) : null;
}

/** Stores figures to compare with later; those of other sections stay. */
export async function writeBaseline(taken: ReadonlyMap<string, number>): Promise<void> {
  const before = await readBaseline();
  const baseline: Baseline = {
    machine: machine(),
    figures: Object.fromEntries([...(before ?? []), ...taken]),
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
