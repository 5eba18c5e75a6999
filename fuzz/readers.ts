import { messageOf } from '#core/util/errors.ts';
import { createRandom, type Random } from './random.ts';
import { type FuzzOptions, type FuzzReport, startTally } from './report.ts';

/** The longest that a reader may take for one input, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Reads generated inputs and names the outcome. If it throws, that is a fault. */
export interface Reader {
  readonly name: string;
  /** Generates an input; `read` reads it. They are apart so that a fault can show the input. */
  prepare(random: Random): { readonly input: string; read(): Promise<string> };
}

/** Gives generated inputs to the readers until the time or the number of inputs is used up. */
export async function fuzzReaders(
  name: string,
  readers: readonly Reader[],
  options: FuzzOptions,
): Promise<FuzzReport> {
  const tally = startTally(name, options);
  const random = createRandom(options.seed);
  while (tally.goesOn()) {
    const reader = random.pick(readers);
    const { input, read } = reader.prepare(random);
    const started = performance.now();
    try {
      tally.add(`${reader.name}: ${await read()}`);
    } catch (thrown) {
      tally.add(`${reader.name}: threw`);
      tally.fault(`${reader.name} threw: ${messageOf(thrown)}`, input);
    }
    const took = performance.now() - started;
    if (took > TIME_LIMIT) tally.fault(`${reader.name} took ${Math.round(took)} ms`, input);
  }
  return tally.report();
}

/** A message begins with a capital, ends with a period, and is not as long as what it is about. */
export function checkSentence(message: string): void {
  if (!/^[A-Z“].*[.!?]$/s.test(message) || message.length > 1000) {
    throw new Error(`This is no sentence: ${message.slice(0, 1000)}`);
  }
}
