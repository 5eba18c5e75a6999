/** Something that must never happen, and how to reproduce it. */
export interface Fault {
  readonly what: string;
  /** The input or the actions that caused it. */
  readonly reproduction: string;
}

export interface FuzzReport {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  /** How many inputs or actions were tried. */
  readonly count: number;
  /** How often each outcome occurred. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
  /** Further observations. */
  readonly notes: readonly string[];
}

export interface FuzzOptions {
  readonly seed: number;
  /** How long to go on. The input in progress is finished. */
  readonly seconds: number;
  /** At most so many inputs, so that a run is the same on slow and fast machines. */
  readonly inputs?: number;
}

export interface Tally {
  readonly faults: readonly Fault[];
  /** Whether neither the time nor the number of inputs is used up. */
  goesOn(): boolean;
  /** Counts one more input with this outcome. */
  add(outcome: string): void;
  fault(what: string, reproduction: string): void;
  note(text: string): void;
  report(): FuzzReport;
}

/** Starts the clock and counts outcomes and faults. */
export function startTally(name: string, options: FuzzOptions): Tally {
  const { seed, seconds, inputs = Number.POSITIVE_INFINITY } = options;
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const outcomes: Record<string, number> = {};
  const faults: Fault[] = [];
  const notes: string[] = [];
  let count = 0;
  return {
    faults,
    goesOn: () => elapsed() < seconds && count < inputs,
    add(outcome) {
      count += 1;
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    },
    fault: (what, reproduction) => void faults.push({ what, reproduction }),
    note: (text) => void notes.push(text),
    report: () => ({ name, seed, seconds: elapsed(), count, outcomes, faults, notes }),
  };
}

/** Prints the counts and notes. */
export function printReport(report: FuzzReport): void {
  const { name, seed, seconds, count, faults, outcomes, notes } = report;
  const minutes = (seconds / 60).toFixed(1);
  console.log(`\n${name}, seed ${seed}: ${count} in ${minutes} min, ${faults.length} faults`);
  for (const [outcome, times] of Object.entries(outcomes).toSorted()) {
    console.log(`  ${outcome}: ${times}`);
  }
  for (const note of notes) console.log(`  ${note}`);
}

/** Records unhandled rejections as faults until the returned function is called. */
export function watchRejections(tally: Tally): () => void {
  const note = (reason: unknown) => tally.fault(`unhandled rejection: ${reason}`, '');
  process.on('unhandledRejection', note);
  return () => process.off('unhandledRejection', note);
}
