export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Prints one figure on a line of its own, columns aligned. */
export function print(name: string, value: number, unit: string): void {
  console.log(`${name.padEnd(56)} ${value.toFixed(0).padStart(9)} ${unit}`);
}
