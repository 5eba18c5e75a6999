import { messageOf } from '#core/util/errors.ts';
import { createRandom, type Random } from './random.ts';
import { type FuzzOptions, type FuzzReport, startTally } from './report.ts';

/** The time limit for one input, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Reads generated inputs and names the outcome. Throwing is a fault. */
export interface Reader {
  readonly name: string;
  /** Generates an input, separately from `read`, so that a fault can show it. */
  prepare(random: Random): { readonly input: string; read(): Promise<string> };
}

/** Feeds generated inputs to the readers until the time or the number of inputs is used up. */
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

/**
 * Throws unless the message is a sentence of at most 1,000 characters that starts with a capital.
 */
export function checkSentence(message: string): void {
  if (!/^[A-Z“].*[.!?]$/s.test(message) || message.length > 1000) {
    throw new Error(`This is no sentence: ${message.slice(0, 1000)}`);
  }
}
