/** Something that must never happen, with steps to reproduce it. */
export interface Fault {
  readonly what: string;
  readonly reproduction: string;
}

export interface FuzzReport {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  readonly count: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
  readonly notes: readonly string[];
}

export interface FuzzOptions {
  readonly seed: number;
  /** How long to run. The current input is finished first. */
  readonly seconds: number;
  /** Limit on inputs, so that a run is the same on slow and fast machines. */
  readonly inputs?: number;
}

export interface Tally {
  readonly faults: readonly Fault[];
  goesOn(): boolean;
  add(outcome: string): void;
  fault(what: string, reproduction: string): void;
  note(text: string): void;
  report(): FuzzReport;
}

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
