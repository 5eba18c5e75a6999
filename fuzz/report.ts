/** Something that must never happen, with what it takes to see it again. */
export interface Fault {
  readonly what: string;
  /** The input, or the actions, that led to it. */
  readonly reproduction: string;
}

export interface FuzzReport {
  readonly name: string;
  readonly seed: number;
  readonly seconds: number;
  /** Inputs that were tried, or actions that were done. */
  readonly count: number;
  /** How often each outcome was seen. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly faults: readonly Fault[];
  /** What else is worth reading. */
  readonly notes: readonly string[];
}

export interface FuzzOptions {
  readonly seed: number;
  /** How long it goes on; what is under way then is finished. */
  readonly seconds: number;
  /** How many inputs it tries at most, so that a slice is the same on slow and quick machines. */
  readonly inputs?: number;
}

export interface Tally {
  readonly faults: readonly Fault[];
  /** Whether there is time left, and more to try. */
  goesOn(): boolean;
  /** One more input has ended like this. */
  add(outcome: string): void;
  fault(what: string, reproduction: string): void;
  note(text: string): void;
  report(): FuzzReport;
}

/** Counts what a fuzzer sees, from now on. */
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

/** Notes unhandled rejections as faults until the returned function is called. */
export function watchRejections(tally: Tally): () => void {
  const note = (reason: unknown) => tally.fault(`unhandled rejection: ${reason}`, '');
  process.on('unhandledRejection', note);
  return () => process.off('unhandledRejection', note);
}
