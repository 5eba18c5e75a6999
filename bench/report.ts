import { mkdir, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { median } from './statistics.ts';

const file = path.resolve(import.meta.dirname, '../reports/bench-baseline.json');

interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

/** Stored figures, which are compared only with figures from the same machine. */
interface Baseline {
  readonly machine: string;
  readonly figures: Readonly<Record<string, number>>;
}

const figures: Figure[] = [];

/** Prints one figure on its own line, columns aligned, and keeps it for comparisons. */
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

export type Figures = ReadonlyMap<string, number>;

export function takeFigures(): Figures {
  return new Map(figures.splice(0).map(({ name, value }) => [name, value]));
}

/**
 * Prints the figures that both sites have, side by side, with the ratio of the first to the second.
 */
export function printRatios(title: string, ours: Figures, others: Figures): void {
  console.log(`\n${title}`);
  for (const [name, value] of ours) {
    const other = others.get(name);
    if (other !== undefined) console.log(sideBySide(name, value, other));
  }
}

function sideBySide(name: string, ours: number, other: number): string {
  const ratio = formattedRatio(ours / other);
  return `${name.padEnd(64)} ${formatted(ours)} ${formatted(other)} ${ratio.padStart(7)}`;
}

function formattedRatio(ratio: number): string {
  return Number.isFinite(ratio) ? ratio.toFixed(2) : '—';
}

/** The same figures from two sites, measured one after the other. */
export interface Round {
  readonly ours: Figures;
  readonly other: Figures;
}

/**
 * Prints both sites' medians over the rounds, their ratio, and the lowest and highest ratio in a
 * single round: a difference within that range may be noise.
 */
export function printComparison(title: string, rounds: readonly Round[]): void {
  console.log(`\n${title}`);
  for (const name of rounds[0]?.ours.keys() ?? []) {
    const ours = rounds.map((round) => round.ours.get(name) ?? Number.NaN);
    const other = rounds.map((round) => round.other.get(name) ?? Number.NaN);
    const ratios = ours.map((value, round) => value / (other[round] ?? Number.NaN));
    const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map(formattedRatio);
    console.log(`${sideBySide(name, median(ours), median(other))}  (${lowest} to ${highest})`);
  }
}

/** This machine's stored figures; null if there are none. */
export async function readBaseline(): Promise<Figures | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const baseline: Baseline = JSON.parse(text);
  return baseline.machine === machine() ? new Map(Object.entries(baseline.figures)) : null;
}

/** Stores figures for later comparisons; keeps the stored figures of other sections. */
export async function writeBaseline(taken: Figures): Promise<void> {
  const before = await readBaseline();
  const baseline: Baseline = {
    machine: machine(),
    figures: Object.fromEntries([...(before ?? []), ...taken]),
  };
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`);
}
